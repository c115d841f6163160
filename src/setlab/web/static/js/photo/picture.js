// A file becomes a JPEG that the server takes: upright, of at most 12 megapixels, without what the camera wrote into it.

/** @typedef {{ blob: Blob, url: string, width: number, height: number }} Picture */

export const MOST_PIXELS = 12_000_000,
  FEWER_PIXELS = 3_000_000, // where the reader asks for less data
  MOST_BYTES = 10_000_000;
const QUALITIES = [0.9, 0.75, 0.5];

/** A file that the browser cannot show. */
export class NotAPicture extends Error {}

/**
 * The picture in a file. An `img` element turns it upright in every browser, which `createImageBitmap` does not.
 * @param {Blob} file
 * @param {number} [most] pixels
 * @returns {Promise<Picture>}
 */
export async function prepare(file, most = savesData() ? FEWER_PIXELS : MOST_PIXELS) {
  const image = await load(file);
  const { width, height } = fitting(image.naturalWidth, image.naturalHeight, most);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const brush = canvas.getContext("2d", { alpha: false });
  if (!brush) throw new NotAPicture();
  brush.imageSmoothingQuality = "high";
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, width, height);
  brush.drawImage(image, 0, 0, width, height);
  const blob = await encode(canvas);
  canvas.width = canvas.height = 0; // Safari keeps the memory of canvases for long
  return { blob, url: URL.createObjectURL(blob), width, height };
}

/**
 * The size of a picture, with at most so many pixels.
 * @param {number} width
 * @param {number} height
 * @param {number} most
 */
export function fitting(width, height, most) {
  const scale = Math.min(1, Math.sqrt(most / (width * height)));
  return { width: Math.max(1, Math.floor(scale * width)), height: Math.max(1, Math.floor(scale * height)) };
}

/** @param {Blob} file */
async function load(file) {
  const image = new Image(),
    url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
  } catch {
    throw new NotAPicture();
  } finally {
    URL.revokeObjectURL(url);
  }
  if (!image.naturalWidth || !image.naturalHeight) throw new NotAPicture();
  return image;
}

/** @param {HTMLCanvasElement} canvas */
async function encode(canvas) {
  for (const quality of QUALITIES) {
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) =>
      canvas.toBlob(done, "image/jpeg", quality),
    );
    if (blob && blob.size <= MOST_BYTES) return blob;
  }
  throw new NotAPicture();
}

function savesData() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches;
}
