// The photo with the outlines of its cards; what is marked is lit, and the rest is shaded.
import { draw, fill, make, style } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("./state.js").Seen} Seen */
/** @typedef {import("./state.js").Point} Point */
/** @typedef {import("./picture.js").Picture} Picture */

export class PhotoView {
  #image = make("img", { alt: "" });
  #drawing = draw("svg", { "aria-hidden": "true" });
  #tags = make("div", { class: "tags", "aria-hidden": "true" });
  #size = { width: 1, height: 1 };

  /**
   * @param {HTMLElement} root
   * @param {(i: number) => void} pick an outline was chosen
   * @param {(at: Point) => void} place a point without an outline was chosen
   */
  constructor(root, pick, place) {
    this.root = root;
    root.append(this.#image, this.#drawing, this.#tags);
    this.#drawing.addEventListener("click", (event) => {
      const at = event.target instanceof Element ? event.target.closest("[data-i]") : null;
      if (at) pick(Number(at.getAttribute("data-i")));
      else place(this.#pointAt(/** @type {MouseEvent} */ (event)));
    });
  }

  /** Show a photo without outlines. @param {Picture} picture */
  show({ url, width, height }) {
    if (this.#image.src) URL.revokeObjectURL(this.#image.src);
    this.#image.src = url;
    this.#image.alt = t("photo.alt");
    this.#size = { width, height };
    style(this.root, { "--ratio": width / height });
    this.#drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    fill(this.#drawing);
    fill(this.#tags);
  }

  /** The photo itself, from which parts can be drawn. */
  get image() {
    return this.#image;
  }

  /**
   * @param {Seen[]} seen
   * @param {{ marked: number[], twins: number[] }} what places
   */
  draw(seen, { marked, twins }) {
    const { width, height } = this.#size,
      lit = seen.filter(({ corners }, i) => marked.includes(i) && corners.length > 2);
    const shade = `M0 0H${width}V${height}H0Z${lit.map(({ corners }) => `M${corners.join("L")}Z`).join("")}`;
    fill(
      this.#drawing,
      draw("rect", { class: "ground", width, height }),
      lit.length > 0 && draw("path", { class: "shade", "fill-rule": "evenodd", d: shade }),
      ...seen.flatMap(({ corners, sure }, i) => {
        if (corners.length < 3) return [];
        const state = twins.includes(i) ? "wrong" : marked.includes(i) ? "right" : sure ? "" : "unsure";
        const points = corners.join(" ");
        return [
          draw("polygon", { class: "halo", points }),
          draw("polygon", { class: "edge", points, "data-i": i, "data-state": state }),
        ];
      }),
    );
    fill(this.#tags, ...seen.map((each, i) => this.#tag(each, i, twins.includes(i))));
  }

  /** Show which card is meant, by the focus or the pointer. @param {number | null} i */
  point(i) {
    for (const at of this.#drawing.querySelectorAll("[data-i]"))
      at.classList.toggle("meant", at.getAttribute("data-i") === String(i));
  }

  /** @param {Seen} seen @param {number} i @param {boolean} twin */
  #tag({ corners, sure }, i, twin) {
    const text = corners.length === 1 ? String(i + 1) : twin ? "=" : sure ? "" : "?";
    if (!text || !corners.length) return null;
    const { width, height } = this.#size,
      x = corners.reduce((sum, [at]) => sum + at, 0) / corners.length,
      y = Math.min(...corners.map(([, at]) => at));
    return style(make("b", { "data-state": twin ? "wrong" : "" }, text), {
      "--x": `${(100 * x) / width}%`,
      "--y": `${(100 * y) / height}%`,
    });
  }

  /** @param {MouseEvent} event @returns {Point} */
  #pointAt({ clientX, clientY }) {
    const box = this.#drawing.getBoundingClientRect(),
      { width, height } = this.#size;
    return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height];
  }
}

/**
 * A card cut out of the photo and laid flat; a photo taken from the side leaves it a little askew.
 * @param {HTMLImageElement} image
 * @param {Point[]} corners
 */
export function cutOut(image, [a, b, , d]) {
  const canvas = make("canvas", { width: 310, height: 200, role: "img", "aria-label": t("photo.cut") });
  const [u, v] = [b, d].map(([x, y]) => [x - a[0], y - a[1]]),
    area = u[0] * v[1] - u[1] * v[0];
  const brush = canvas.getContext("2d");
  if (!brush || !area) return null;
  // from the photo to the card: u becomes its long side, v its short one
  const [p, q] = [canvas.width / area, canvas.height / area];
  const matrix = /** @type {const} */ ([p * v[1], -q * u[1], -p * v[0], q * u[0]]);
  brush.setTransform(...matrix, -(matrix[0] * a[0] + matrix[2] * a[1]), -(matrix[1] * a[0] + matrix[3] * a[1]));
  brush.drawImage(image, 0, 0);
  return canvas;
}
