// What every page must hold to, as functions that run in it.

/** Pixels by which the page sticks out, and targets that are too small to hit. */
export function outOfPlace(targets) {
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    small: Array.from(document.querySelectorAll(targets))
      .filter((element) => element.checkVisibility())
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, box]) => box.width < 23.9 || box.height < 23.9)
      .map(([element]) => element.outerHTML.slice(0, 90)),
  };
}

/** Elements whose text has less contrast with what is behind it than 4.5. */
export function poorContrast() {
  const parse = (color) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d");
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], alpha: a / 255 };
  };
  const cache = new Map();
  const colorOf = (text) => {
    if (!cache.has(text)) cache.set(text, parse(text));
    return cache.get(text);
  };
  const background = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const layer = colorOf(getComputedStyle(node).backgroundColor);
      layers.push(layer);
      if (layer.alpha === 1) break;
    }
    return layers.reverse().reduce(
      (below, { rgb, alpha }) => below.map((v, i) => rgb[i] * alpha + v * (1 - alpha)),
      [255, 255, 255]);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = Array.from(element.childNodes)
      .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
    if (!own || !element.checkVisibility() || element.closest(".hidden, .skip, :disabled")) {
      continue;
    }
    const style = getComputedStyle(element);
    const text = luminance(colorOf(style.color).rgb);
    const ground = luminance(background(element));
    const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${element.outerHTML.slice(0, 80)}`);
  }
  return found;
}
