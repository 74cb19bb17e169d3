"use strict";
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paper = matchMedia("print");
  const plots = JSON.parse(document.getElementById("plots").textContent);
  const named = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /* A copy in which every name of a colour is the colour it has now. */
  const coloured = (value) => {
    if (typeof value === "string") {
      const found = /^var\((--[\w-]+)\)$/.exec(value);
      return found ? named(found[1]) : value;
    }
    if (Array.isArray(value)) return value.map(coloured);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, coloured(one)]));
  };

  const axis = (given) => ({
    automargin: true, fixedrange: true, zeroline: false, showline: false, ticklen: 4,
    tickcolor: "rgba(0,0,0,0)", gridcolor: named("--rule"), ...given,
    title: { standoff: 12, ...given.title },
  });

  const layout = (given) => ({
    autosize: true, showlegend: false, dragmode: false, hovermode: "closest",
    margin: { l: 8, r: 12, t: 12, b: 8 },
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: named("--plain"), size: 12, color: named("--quiet") },
    hoverlabel: {
      bgcolor: named("--card"), bordercolor: named("--rule"), namelength: -1,
      font: { family: named("--plain"), size: 13, color: named("--ink") },
    },
    ...given, xaxis: axis(given.xaxis), yaxis: axis(given.yaxis),
  });

  const draw = () => {
    for (const place of document.querySelectorAll("[data-plot]")) {
      const figure = plots[place.dataset.plot];
      if (figure.layout.height) place.style.height = `${figure.layout.height}px`;
      const options = { displayModeBar: false, responsive: true };
      Plotly.react(place, coloured(figure.data), layout(coloured(figure.layout)), options);
    }
  };
  draw();
  dark.addEventListener("change", draw);
  paper.addEventListener("change", draw);
  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll(".set, .made")) one.open = true;
  });

  const filter = document.querySelector(".filter");
  if (!filter) return;
  const questions = [...document.querySelectorAll(".question")];
  const texts = questions.map((one) => one.textContent.toLowerCase());
  const choose = () => {
    const { set, kind, text } = Object.fromEntries(new FormData(filter));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    questions.forEach((one, place) => {
      one.hidden = !(
        (!set || one.dataset.set === set) &&
        (!kind || one.dataset.kind === kind) &&
        words.every((word) => texts[place].includes(word))
      );
      shown += !one.hidden;
    });
    filter.querySelector("output").textContent = `${shown} of ${questions.length} shown`;
  };
  filter.hidden = false;
  filter.addEventListener("input", choose);
  filter.addEventListener("submit", (event) => event.preventDefault());
  choose();
})();
