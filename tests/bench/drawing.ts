import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, p95 } from './figures.ts'

const ROUNDS = 3

/** The time within which 95 % of a page's answers came, asked for every few ms until `done`. */
async function pageP95(url: string, done: Promise<unknown>): Promise<number> {
  let going = true
  void done.finally(() => (going = false))
  const times: number[] = []
  while (going) {
    const start = performance.now()
    await (await fetch(`${url}/page`)).text()
    times.push(performance.now() - start)
    await setTimeout(3)
  }
  return p95(times)
}

const download = async (url: string) => void (await (await fetch(url)).arrayBuffer())

/** One line: what drawing a PDF of 1,000 pages does to another page, on the loop and in the thread, in turns. */
export async function compareDrawing(): Promise<string> {
  const server = fork(fileURLToPath(new URL('./drawing-server.ts', import.meta.url)))
  try {
    const [url] = (await once(server, 'message')) as [string]
    await download(`${url}/inThread`)
    await download(`${url}/onLoop`)
    const found = { nothing: [] as number[], onLoop: [] as number[], inThread: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      found.nothing.push(await pageP95(url, setTimeout(3_000)))
      found.onLoop.push(await pageP95(url, download(`${url}/onLoop`)))
      found.inThread.push(await pageP95(url, download(`${url}/inThread`)))
    }
    const ms = (times: number[]) => `${median(times).toFixed(1)} ms`
    return `95th percentile of another page while a PDF of 1,000 pages is drawn: ${ms(found.onLoop)} on the loop, ${ms(found.inThread)} in the thread, ${ms(found.nothing)} with nothing drawn`
  } finally {
    server.kill()
  }
}
