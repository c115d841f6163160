// What can be seen of a page's accessibility without a person: run in the page, gives a list of [kind, where, what].
(options) => {
  const faults = [];
  const fault = (kind, at, what) => faults.push([kind, typeof at === "string" ? at : where(at), what]);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  function where(at) {
    const id = at.id ? `#${at.id}` : "";
    const kind =
      typeof at.className === "string" && at.className ? `.${at.className.trim().split(/\s+/).join(".")}` : "";
    return `${at.localName}${id}${kind}`;
  }

  const shown = (at) =>
    at.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && at.getClientRects().length > 0;
  const clipped = (at) => Boolean(at.closest(".hide"));
  const CONTROLS =
    "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider], [role=switch]";
  const controls = all(CONTROLS).filter(shown);

  // names
  function textOf(at) {
    if (at.nodeType === Node.TEXT_NODE) return at.textContent ?? "";
    if (!(at instanceof Element) || at.getAttribute("aria-hidden") === "true") return "";
    if (at.getAttribute("aria-label")) return at.getAttribute("aria-label");
    if (at instanceof HTMLImageElement) return at.alt;
    return [...at.childNodes].map(textOf).join(" ");
  }
  function nameOf(at) {
    const by = (at.getAttribute("aria-labelledby") ?? "")
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => document.getElementById(id));
    if (by.length)
      return by
        .map((each) => (each ? textOf(each) : ""))
        .join(" ")
        .trim();
    if (at.getAttribute("aria-label")?.trim()) return at.getAttribute("aria-label").trim();
    if (at.labels?.length) return [...at.labels].map(textOf).join(" ").trim();
    return (at.matches("input, select, textarea") ? "" : textOf(at)).trim() || at.getAttribute("title")?.trim() || "";
  }

  function checkNames() {
    for (const at of controls) if (!nameOf(at)) fault("name", at, "a control without a name");
    for (const at of all("img").filter(shown)) if (!at.hasAttribute("alt")) fault("alt", at, "an image without a text");
    for (const at of all("[role=img]").filter(shown)) if (!nameOf(at)) fault("name", at, "a picture without a name");
    for (const at of all("svg").filter(shown)) {
      if (at.getAttribute("aria-hidden") !== "true" && !nameOf(at))
        fault("name", at, "a drawing that is neither named nor hidden");
    }
    for (const at of all("dialog, [role=dialog], [role=group]").filter(shown))
      if (!nameOf(at) && !at.hasAttribute("aria-label")) fault("name", at, "a group without a name");
  }

  // A voice command says what it sees: the name of a control has its visible words in it.
  const plain = (text) =>
    text
      .toLocaleLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  function wordsOf(at) {
    if (at.nodeType === Node.TEXT_NODE) return at.textContent ?? "";
    if (!(at instanceof Element) || !at.checkVisibility()) return "";
    return at.matches(".hide, svg, select, [role=img]") ? "" : [...at.childNodes].map(wordsOf).join(" ");
  }
  function checkLabels() {
    for (const at of controls.filter((each) => each.matches("[aria-label], [aria-labelledby]"))) {
      const seen = plain(wordsOf(at)),
        name = plain(nameOf(at));
      if (!name.includes(seen) && !/^\p{L}$/u.test(seen))
        fault("label", at, `"${seen}" is read, but its name is "${name}"`);
    }
  }

  // structure
  const level = (at) => Number(at.getAttribute("aria-level") ?? at.localName.slice(1));
  function checkHeadings() {
    const headings = all("h1, h2, h3, h4, h5, h6").filter(shown);
    for (const at of headings) if (!textOf(at).trim()) fault("heading", at, "a heading without words");
    for (const [i, at] of headings.entries()) {
      if (i > 0 && level(at) > level(headings[i - 1]) + 1)
        fault(
          "heading-order",
          at,
          `level ${level(at)} after ${level(headings[i - 1])}: "${textOf(at).trim().slice(0, 30)}"`,
        );
    }
  }
  function checkStructure() {
    if (!document.documentElement.lang) fault("lang", "html", "no language");
    if (!document.title.trim()) fault("title", "title", "no title");
    const skip = document.querySelector("a[href]");
    if (skip?.getAttribute("href") !== "#main" || !document.getElementById("main")?.matches("main"))
      fault("skip", skip ?? "a", "the first link does not lead to the main part");
    const view = document.querySelector("meta[name=viewport]")?.getAttribute("content") ?? "";
    if (/user-scalable\s*=\s*no|maximum-scale/.test(view)) fault("zoom", "meta", "the page forbids zooming");
    const headings = all("h1").filter(shown);
    if (headings.length !== 1) fault("h1", "h1", `${headings.length} headings of level 1`);
    if (all("main").filter((at) => getComputedStyle(at).display !== "none").length !== 1)
      fault("landmark", "main", "there must be one main part");
    const seen = new Set();
    for (const at of all("[id]")) {
      if (seen.has(at.id)) fault("id", at, `the id ${at.id} occurs twice`);
      seen.add(at.id);
    }
    for (const at of all("[tabindex]"))
      if (at.tabIndex > 0) fault("order", at, "a positive tabindex changes the order");
    for (const at of all("[aria-labelledby], [aria-controls], [for], [popovertarget]").filter(shown))
      checkReferences(at);
    if (document.documentElement.scrollWidth > innerWidth + 1)
      fault("width", "html", `${document.documentElement.scrollWidth} px wide in a window of ${innerWidth}`);
  }
  function checkReferences(at) {
    for (const name of ["aria-labelledby", "aria-controls", "for", "popovertarget"]) {
      for (const id of (at.getAttribute(name) ?? "").split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) fault("reference", at, `${name} names ${id}, which is not there`);
      }
    }
  }
  function checkLandmarks() {
    const inside = "main, header, footer, nav, aside, [role=status], [role=dialog], [popover], dialog";
    for (const at of texts())
      if (!at.closest(inside))
        fault("landmark", at, `"${at.textContent.trim().slice(0, 30)}" lies outside of all parts`);
  }

  // colours
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  function ground(at) {
    const layers = [];
    for (let each = at; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255, 1]);
  }
  function opacity(at) {
    let sum = 1;
    for (let each = at; each; each = each.parentElement) sum *= Number(getComputedStyle(each).opacity);
    return sum;
  }
  const light = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  function contrast(a, b) {
    const [bright, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (bright + 0.05) / (dark + 0.05);
  }
  const off = (at) => Boolean(at.closest(":disabled, [aria-disabled=true], .locked"));
  const texts = () =>
    all("body *").filter(
      (at) =>
        [...at.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) &&
        shown(at) &&
        !clipped(at) &&
        !at.closest("svg, script, style, option"),
    );

  function checkText() {
    for (const at of texts()) {
      if (off(at)) continue;
      const style = getComputedStyle(at),
        size = parseFloat(style.fontSize),
        behind = ground(at);
      const [r, g, b, a] = rgba(style.color);
      const found = contrast(over([r, g, b, a * opacity(at)], behind), behind);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (found < (large ? 3 : 4.5) - 0.005)
        fault("contrast", at, `${found.toFixed(2)} for "${at.textContent.trim().slice(0, 30)}"`);
    }
  }
  function checkEdges() {
    for (const at of controls) {
      if (
        off(at) ||
        clipped(at) ||
        at.matches("a:not(.btn), [type=range], [type=checkbox], [type=radio]") ||
        Number(getComputedStyle(at).opacity) === 0
      )
        continue;
      const style = getComputedStyle(at),
        around = ground(at.parentElement ?? at),
        own = ground(at);
      const ring = /rgba?\([^)]*\)|color\([^)]*\)/.exec(style.boxShadow)?.[0];
      const edges = [
        own,
        ...(parseFloat(style.borderTopWidth) ? [over(rgba(style.borderTopColor), around)] : []),
        ...(ring ? [over(rgba(ring), around)] : []),
      ];
      const bare = contrast(own, around) < 1.05 && !parseFloat(style.borderTopWidth) && !ring;
      const clear = style.borderTopColor === "rgba(0, 0, 0, 0)";
      if (bare || clear || at.matches("button:not(.btn):not(.card)")) continue; // words that act as a button: their text is checked
      const best = Math.max(...edges.map((edge) => contrast(edge, around)));
      if (best < 2.995) fault("edge", at, `${best.toFixed(2)} between a control and what is around it`);
    }
  }

  // targets
  function checkTargets() {
    for (const at of controls) {
      if (clipped(at) || (at.matches("a") && at.closest("p") && !at.matches(".btn"))) continue; // a word in a sentence
      const box = (
        at.matches("[type=checkbox], [type=radio]") ? (at.closest("label") ?? at) : at
      ).getBoundingClientRect();
      if (Math.min(box.width, box.height) < options.target - 0.5)
        fault("target", at, `${Math.round(box.width)} × ${Math.round(box.height)} px`);
    }
  }

  checkNames();
  checkLabels();
  checkHeadings();
  checkStructure();
  checkLandmarks();
  checkText();
  checkEdges();
  if (options.target) checkTargets();
  return faults;
};
