// A page that only shows something: what every page has is enough.
import { ready } from "./shared/page.js";

ready();
