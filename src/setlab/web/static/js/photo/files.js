// The ways in which a photo comes to the page: taken, chosen, dropped, pasted.

/**
 * @param {HTMLElement} root a file can be dropped on it; its buttons with `data-file` name an input
 * @param {(file: Blob) => void} use
 */
export function fileOf(root, use) {
  for (const button of root.querySelectorAll("[data-file]")) {
    const input = root.querySelector(`#${button.getAttribute("data-file")}`);
    if (!(input instanceof HTMLInputElement)) continue;
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // the same file can be chosen again
      if (file) use(file);
    });
  }
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("over");
  });
  root.addEventListener("dragleave", () => root.classList.remove("over"));
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("over");
    useFirst(event.dataTransfer);
  });
  document.addEventListener("paste", ({ clipboardData }) => useFirst(clipboardData));

  /** @param {DataTransfer | null} data */
  function useFirst(data) {
    const file = data?.files[0];
    if (file) use(file);
  }
}
