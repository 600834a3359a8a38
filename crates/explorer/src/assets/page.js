"use strict";
// Small things of every part of the page. No framework, no build step; everything shown comes from /api/v1.

const $ = (id) => document.getElementById(id);
const API = "/api/v1/";
const LIVE_TIME = "30s";

const SVG = "http://www.w3.org/2000/svg";
function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") element.addEventListener("click", value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
/** The crown on its disc, as src/render/svg.rs draws it. */
function amazon(color) {
  const [disc, crown] = color === "W" ? ["var(--bone)", "var(--stone)"] : ["var(--stone)", "var(--bone)"];
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: 38, fill: disc, stroke: "var(--stone)", "stroke-width": 4 }),
    svg("polygon", { points: "30,66 26,40 39,52 50,32 61,52 74,40 70,66", fill: crown }));
}

/** Colours from best to worst: blue, pale, orange, which every colour vision tells apart. */
function shade(error, most) {
  const stops = [[0, 114, 178], [241, 237, 228], [213, 94, 0]];
  const at = most <= 0 ? 0 : Math.min(1, error / most) ** 0.7 * 2;
  const [from, to, part] = at <= 1 ? [stops[0], stops[1], at] : [stops[1], stops[2], at - 1];
  const mixed = from.map((value, i) => Math.round(value + (to[i] - value) * part));
  const linear = mixed.map((value) => { const v = value / 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
  const light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  const contrast = (text) => (Math.max(light, text) + 0.05) / (Math.min(light, text) + 0.05);
  return { background: `rgb(${mixed})`, color: contrast(1) >= contrast(0) ? "#fff" : "#000" };
}
