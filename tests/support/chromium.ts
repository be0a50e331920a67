/** A Chromium for the browser journeys: one that is there, else one that is installed now, else a clear refusal. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    return folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe')] : []
  }),
]

/** vitest's globalSetup: one look for all test files, so that no two of them install at once. */
export default function setup(): void {
  process.env.CHROMIUM_PATH = findChromium()
}

/**
 * Path of a Chromium that runs: the one CHROMIUM_PATH names, one of the machine, playwright's own, or one that Debian's
 * or playwright's installer brings.
 * @throws {Error} when there is none to be had; the journeys are never skipped silently
 */
export function findChromium(): string {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (runs(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH=${chosen} does not run.`)
  }
  const found = present() ?? fromDebian() ?? fromPlaywright()
  if (found) return found
  throw new Error('There is no Chromium for the browser tests: install one, or name one in CHROMIUM_PATH.')
}

function present(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find(runs)
}

/** A file of that name is not enough: some systems have a stand-in that only tells how to install the real one. */
function runs(file: string): boolean {
  if (!existsSync(file)) return false
  // There, asking for the version opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-qq', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium')
  return present()
}

function fromPlaywright(): string | undefined {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return present()
}
