// The recorded answers of a site without a server: where the file of each lies. src/setlab/web/pages/recorded.py writes them.

const DATA = new URL("../../../../data/", import.meta.url);

/**
 * The file of an answer: `/api/lessons/no-set` is data/lessons/no-set.json, and what is asked is a part of the name:
 * `/api/lab/exact/sets?dimension=4` is data/lab/exact/sets-dimension-4.json.
 * @param {string} path
 */
export function fileOf(path) {
  const [place, query = ""] = path.replace(/^\/api\//, "").split("?");
  const asked = [...new URLSearchParams(query)].map(([name, value]) => `-${name}-${value}`);
  return `${place}${asked.join("")}.json`;
}

/** The address of a recorded answer, which may hold several. @param {string} path */
export const recorded = (path) => new URL(fileOf(path), DATA).href;
