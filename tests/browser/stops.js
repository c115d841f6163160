// The places where the Tab key should stop: one of a group of radio buttons, one card of a table. The focus goes to the
// start.
() => {
  const closed = (at) => {
    const box = at.closest("[popover]");
    return box !== null && !box.matches(":popover-open") && getComputedStyle(box).position !== "static";
  };
  const ofGroup = (name) =>
    document.querySelector(`input[name="${name}"]:checked`) ?? document.querySelector(`input[name="${name}"]`);
  const first = (at) => at.type !== "radio" || at === ofGroup(at.name);
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
    (at) =>
      at.tabIndex >= 0 && !at.disabled && at.checkVisibility({ visibilityProperty: true }) && !closed(at) && first(at),
  );
  window.auditStops = stops;
  document.activeElement?.blur();
  getSelection()?.removeAllRanges();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  return stops.map((at) => `${at.localName}${at.id ? `#${at.id}` : ""} ${at.textContent.trim().slice(0, 20)}`);
};
