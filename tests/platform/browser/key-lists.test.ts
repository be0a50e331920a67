import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as lists from '../../../public/js/key-lists.ts'

const { CLOSE_KEY, isKey, directionOf, endBy, stepBy, line: _line, ...groups } = lists
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

it('what leads somewhere is told nowhere else, but in the lists of an area', () => {
  const telling = files.filter((file) =>
    /\bArrow(Up|Down|Left|Right)\b|\bPage(Up|Down)\b|['{ ](Home|End|F2)('|:)/.test(readFileSync(file, 'utf8')),
  )
  expect(telling).toEqual(['public/js/bank/keys.ts'])
})

it('knows which way a key goes, and which are its keys', () => {
  const { step } = lists.LIST_KEYS
  expect([isKey(step, { key: 'ArrowUp' }), isKey(step, { key: 'Enter' })]).toEqual([true, false])
  expect([directionOf(step, { key: 'ArrowUp' }), directionOf(step, { key: 'ArrowDown' })]).toEqual([-1, 1])
  expect([stepBy(step, { key: 'ArrowUp' }), stepBy(step, { key: 'ArrowDown' }), stepBy(step, { key: 'Home' })]).toEqual([-1, 1, null]) // prettier-ignore
  const { ends } = lists.MENU_KEYS
  expect([endBy(ends, { key: 'Home' }), endBy(ends, { key: 'End' }), endBy(ends, { key: 'ArrowUp' })]).toEqual([0, -1, null]) // prettier-ignore
  expect(isKey(CLOSE_KEY, { key: 'Escape' })).toBe(true)
})
