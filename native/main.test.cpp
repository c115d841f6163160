// The main function of the C++ tests; a test lies beside the header that it tests, as x.test.cpp.
#include <cfloat>  // for doctest.h, which forgets it

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
