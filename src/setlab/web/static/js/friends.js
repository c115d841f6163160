// Friends elsewhere: which of the ways is open already, by the address under which the reader came here.
import { byId } from "./shared/dom.js";
import { ready } from "./shared/page.js";
import { isAlone } from "./shared/place.js";
import { t } from "./shared/words.js";

const THIS = /^(localhost|127\.|\[::1\])/;
const NETWORK =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[f[cde]|^[^.[]+$|\.(local|lan|home|internal)$/;

/** The reach of an address: this computer, its network, or perhaps everybody. @param {string} host */
export const reachOf = (host) => (THIS.test(host) ? "this" : NETWORK.test(host) ? "network" : "public");

const reach = isAlone ? "none" : reachOf(location.hostname);
byId("here", HTMLElement).textContent = t(`friends.here.${reach}`, { host: location.host });
ready();
