import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as lists from '../../../public/js/key-lists.ts'

const { CLOSE_KEY, isKey, directionOf, ...groups } = lists
const files = globSync('public/js/**/*.ts').filter((file) => !/key-lists|shortcut-sheet/.test(file))
const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
const sheet = readFileSync('public/js/shortcut-sheet.ts', 'utf8')

/** Of these the key is listened to under another name, or by what is held with it. */
const ALSO = ['LIST_KEYS.unchoose', 'PALETTE_KEYS.apart']

it.each(Object.entries(groups))(
  'the keys of %s are those that are listened to, and stand on the sheet',
  (name, keys) => {
    const told = Object.keys(keys).map((key) => `${name}.${key}`)
    const deaf = told.filter((key) => !new RegExp(`\\b${key}\\b`).test(code))
    expect(deaf).toEqual(ALSO.filter((key) => key.startsWith(`${name}.`)))
    expect(sheet).toContain(name)
  },
)

it('the keys of lists, tabs and the palette are told nowhere else', () => {
  const listening = ['shortcuts', 'palette', 'table/keyboard', 'popup/items'].map((name) => [
    name,
    /\b(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|F2)\b'?:? ?(:|\))/.test(
      readFileSync(`public/js/${name}.ts`, 'utf8'),
    ),
  ])
  expect(listening.filter(([, isTold]) => isTold)).toEqual([])
})

it('knows which way a key goes, and which are its keys', () => {
  const { step } = lists.LIST_KEYS
  expect([isKey(step, { key: 'ArrowUp' }), isKey(step, { key: 'Enter' })]).toEqual([true, false])
  expect([directionOf(step, { key: 'ArrowUp' }), directionOf(step, { key: 'ArrowDown' })]).toEqual([-1, 1])
  expect(isKey(CLOSE_KEY, { key: 'Escape' })).toBe(true)
})
