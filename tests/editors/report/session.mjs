// node session.mjs REPORT PDF: opens the HTML report of a comparison without a network, uses its filters as a reader
// does, prints it to PDF, and prints as JSON what there was to see. Judging it is left to the caller.
import { pathToFileURL } from "node:url";

import { launchHeadless } from "../../../scripts/lib/browser.mjs";
import { runMain } from "../../../scripts/lib/failure.mjs";

/** What is visible: rows by their status, entries of the list, marked words of either side. */
function visible(page) {
  return page.evaluate(() => {
    const shown = (element) => element.getClientRects().length > 0;
    const rows = [...document.querySelectorAll("tbody tr")].filter(shown);
    return {
      rows: rows.map((row) => row.dataset.status ?? ""),
      list: [...document.querySelectorAll(".list li")].filter(shown).map((entry) => entry.innerText),
      marked: rows.map((row) => [...row.cells].map((cell) => [...cell.querySelectorAll("mark")].map((mark) => mark.innerText))),
      filters: shown(document.querySelector(".filters")),
    };
  });
}

await runMain(async () => {
  const [report, pdf] = process.argv.slice(2);
  const browser = await launchHeadless();
  try {
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const seen = { requests: [], errors: [] };
    page.on("request", (request) => seen.requests.push(request.url()));
    page.on("pageerror", (error) => seen.errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
    await page.goto(pathToFileURL(report).href);
    seen.title = await page.title();
    seen.first = await visible(page);
    seen.right = await page.evaluate(() =>
      [...document.querySelectorAll("tbody tr")].map((row) => {
        const cell = row.cells[1].cloneNode(true);
        cell.querySelectorAll(".status, .facts, .nothing").forEach((each) => each.remove());
        return cell.textContent;
      }));
    await page.getByLabel("Missing").uncheck();
    seen.withoutMissing = await visible(page);
    await page.getByLabel("Covered").check();
    seen.withCovered = await visible(page);
    await page.getByLabel("Difference").selectOption("duration");
    seen.durations = await visible(page);
    await page.getByLabel("Difference").selectOption("");
    await page.locator(".list li:visible a").first().click();
    seen.target = await page.evaluate(() => document.querySelector("tr:target")?.dataset.status);
    await page.emulateMedia({ media: "print" });
    seen.printed = await visible(page);
    await page.pdf({ path: pdf, format: "A4" });
    console.log(JSON.stringify(seen));
  } finally {
    await browser.close();
  }
});
