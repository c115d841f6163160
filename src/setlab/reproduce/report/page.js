// Show only the items with the chosen verdicts and of the chosen source.
const form = document.querySelector(".filters");
const items = [...document.querySelectorAll("[data-verdict]")];

function show() {
  const verdicts = new Set(new FormData(form).getAll("verdict"));
  const source = form.elements.source.value;
  let shown = 0;
  for (const item of items) {
    const wanted =
      verdicts.has(item.dataset.verdict) && (!source || !item.dataset.source || item.dataset.source === source);
    item.toggleAttribute("data-hidden", !wanted);
    shown += wanted && item.localName === "article";
  }
  for (const section of document.querySelectorAll(".source")) {
    section.toggleAttribute("data-hidden", !section.querySelector("article:not([data-hidden])"));
  }
  for (const heading of document.querySelectorAll(".subject")) {
    let next = heading.nextElementSibling,
      empty = true;
    while (next && next.localName === "article") {
      empty &&= next.hasAttribute("data-hidden");
      next = next.nextElementSibling;
    }
    heading.toggleAttribute("data-hidden", empty);
  }
  form.querySelector("output").textContent = `${shown} items`;
}

form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("beforeprint", () =>
  document.querySelectorAll("details").forEach((details) => (details.open = true)),
);
show();
