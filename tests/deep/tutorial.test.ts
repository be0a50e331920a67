/**
 * The tutorial, followed to the letter in a copy of the repository: its files are laid out, its commands are run, and all of
 * it is green.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeBlocks } from '../support/code-blocks.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** What stays where it is: built, installed, or of no use to it. */
const LEFT = new Set(['node_modules', '.git', 'var', 'coverage'])
const run = promisify(execFile)

let copy: string
/** Runs a program of the copy; what it says is told where it fails. */
async function ran(...[program, ...parts]: string[]): Promise<string> {
  const path = `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`
  // Of the run that this test is part of the one in the copy knows nothing.
  const own = Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST_RUN$|^NODE_ENV$|^FORCE_COLOR$/.test(name))
  const env = { ...Object.fromEntries(own), PATH: path, NO_COLOR: '1' }
  try {
    return (await run(program!, parts, { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${[program, ...parts].join(' ')}\n${stdout.slice(-6000)}\n${stderr.slice(-3000)}`)
  }
}

/** Puts a line into a file of the copy, behind the first line that begins as told. */
function addLine(file: string, behind: RegExp, line: string): void {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  const at = lines.findIndex((one) => behind.test(one))
  expect([file, at]).not.toEqual([file, -1])
  writeFileSync(join(copy, file), lines.toSpliced(at + 1, 0, line).join('\n'))
}

const blocks = codeBlocks(readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8'))
const files = blocks.flatMap(({ file, code }) => (file === null ? [] : [{ file, code }]))
/** A block that names no file: what is added somewhere. */
const added = (part: string) => blocks.find(({ file, code }) => file === null && code.includes(part))!.code.trimEnd()

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'noordkaap-tutorial-'))
  for (const name of readdirSync(ROOT)) if (!LEFT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true }) // prettier-ignore
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('the tutorial', () => {
  it('lays out a module that is typed, formatted and green', { timeout: 900_000 }, async () => {
    for (const { file, code } of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), code)
    }
    expect(files.length).toBe(14)
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.trim().split('\n'))
    for (const command of commands.filter((one) => one.includes('>>'))) await ran('bash', '-c', command)
    addLine('src/system/index.ts', /^import \{ establishments/, added("from './first-aid-boxes/index.ts'"))
    addLine('src/system/index.ts', /^ {2}establishments,/, '  firstAidBoxes,')
    addLine('src/GLOSSARY.md', /^\| KVK-nummer/, added('| EHBO-koffer |'))
    addLine(
      'tests/platform/list-equipment.test.ts',
      /^without\(\['groups', 'columns'\], FEW/,
      added("without(['groups'"),
    )
    addLine('tests/platform/next-steps.test.ts', /^const WITHOUT_RAIL/, added('first_aid_box:'))
    await ran('npm', 'run', 'schema')
    const written = files.map(({ file }) => file).filter((file) => !file.endsWith('.ejs'))
    await ran('npx', 'prettier', '--check', ...written)
    await ran('node', 'node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json')
    const told = await ran('npx', 'vitest', 'run', '--maxWorkers=1', 'tests/system/first-aid-box', 'tests/platform/rights.test.ts', 'tests/platform/tracked-tables.test.ts', 'tests/platform/next-steps.test.ts', 'tests/platform/list-equipment.test.ts') // prettier-ignore
    expect(told).toMatch(/Test Files +6 passed/)
  })
})
