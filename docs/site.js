// A choice of versions in the head of every page. A site of a release lies in a folder with its number, and the newest
// site above them; the list is in versions.js there. Without a list, or with one version alone, there is no choice.
const script = document.currentScript ?? document.querySelector('script[src$="site.js"]');
const here = new URL(".", script.src);
const number = /^\d+\.\d+\.\d+$/;
const folder = here.pathname.split("/").at(-2) ?? "";
const above = number.test(folder) ? new URL("..", here) : here;

function offer(versions) {
  if (versions.length < 2) return;
  const chosen = number.test(folder) ? folder : versions[0];
  const choice = document.createElement("select");
  choice.className = "versions";
  choice.setAttribute("aria-label", "Version");
  for (const version of versions) choice.add(new Option(version, version, false, version === chosen));
  choice.addEventListener("change", () => {
    const site = choice.value === versions[0] ? above : new URL(`${choice.value}/`, above);
    location.href = new URL("index.html", site).href;
  });
  document.querySelector(".md-header__title")?.after(choice);
}

const list = document.createElement("script");
list.src = new URL("versions.js", above).href;
list.addEventListener("load", () => offer(globalThis.setlabVersions ?? []));
document.head.append(list);
