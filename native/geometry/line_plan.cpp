#include "geometry/line_plan.hpp"

#include <array>
#include <memory>
#include <vector>

#include "geometry/affine.hpp"
#include "threads/mutex.hpp"

namespace setlab {
namespace {

// The plan together with the memory it points to.
struct Tables {
    std::vector<u16> column_line;
    std::vector<u32> first_of;
    LinePlan plan;

    explicit Tables(int dimension) {
        static_assert(Affine<4>::stride == third_stride);
        const u32 columns = power_of_3(dimension - 1);
        list_column_lines(columns);
        const u32 counter_bits = static_cast<u32>(32 - __builtin_clz(lines_in(dimension)));
        plan = {cards_in(dimension),
                words_in(dimension),
                lines_in(dimension),
                columns,
                counter_bits,
                static_cast<u32>(column_line.size() / 3),
                column_line.data(),
                first_of.data(),
                Affine<4>::get().third[0]};
    }

    void list_column_lines(u32 columns) {
        for (u32 i = 0; i < columns; ++i) {
            first_of.push_back(static_cast<u32>(column_line.size() / 3));
            for (u32 j = i + 1; j < columns; ++j) {
                const u32 k = third(i, j);
                if (k > j) append(i, j, k);
            }
        }
        first_of.push_back(static_cast<u32>(column_line.size() / 3));
        while (column_line.size() / 3 % column_lines_per_step != 0) append(columns, columns, columns);
    }

    void append(u32 i, u32 j, u32 k) {
        for (const u32 column : {i, j, k}) column_line.push_back(static_cast<u16>(column));
    }
};

}  // namespace

const LinePlan& line_plan(int dimension) {
    static Mutex making;
    static std::array<std::unique_ptr<const Tables>, largest_dimension + 1> tables;
    const Lock lock(making);
    if (!tables[dimension]) tables[dimension] = std::make_unique<const Tables>(dimension);
    return tables[dimension]->plan;
}

}  // namespace setlab
