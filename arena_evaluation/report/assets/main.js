// The parts of the report, by address.

const TABS = [["overview", "Overview", overview], ["metrics", "Metrics", metricsView], ["trajectories", "Trajectories", trajectories]];

async function begin() {
  const report = new Report((await blockOf("overview")).values);
  document.getElementById("title").textContent = report.title;
  const view = document.getElementById("view");
  let player = null;
  let turn = 0;

  async function show() {
    const mine = ++turn;
    const [, part = "overview", which = "", when = ""] = location.hash.split("/");
    if (player) player.leave();
    player = null;
    const fresh = document.createElement("div");
    fresh.className = "part";
    const tab = TABS.find(([name]) => name === part) ?? TABS[0];
    tabs(part);
    if (part === "episode") {
      const time = Number(when);
      const made = await episodeView(report, fresh, Number(which), Number.isFinite(time) ? time : 0);
      if (mine !== turn) return made?.leave();
      player = made ?? null;
      view.replaceChildren(fresh);
    } else {
      fresh.append(filterBar(report));
      view.replaceChildren(fresh);
      await tab[2](report, fresh);
    }
    document.body.dataset.ready = location.hash || "#/overview";
  }

  function tabs(part) {
    document.getElementById("tabs").replaceChildren(...TABS.map(([name, text]) => element("a", { href: `#/${name}`, "aria-current": name === part ? "page" : null }, text)));
  }

  report.show = show;
  addEventListener("hashchange", () => {
    show();
    scrollTo(0, 0);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (player ? player.sheet.refresh() : show()));
  await show();
}

// For whoever looks into the page with the tools of the browser.
window.arenaReport = { normalised, episodeOf, poseAt, opennessAt };
begin().catch((problem) => {
  document.getElementById("view").replaceChildren(element("p", { class: "loading" }, `This page can not be shown: ${problem.message}`));
  throw problem;
});
