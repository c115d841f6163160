// Where the recorded answers of a site without a server lie.

/** The address of the answer to a request. @param {string} path @returns {string} */
export const recorded = (path) => new URL(`../../recorded${encodeURI(path)}.json`, import.meta.url).href;
