import { expect, it } from 'vitest'
import { footText } from '../../../public/js/table/foot-text.ts'

const name = { one: 'contact', many: 'contacten' }

it.each([
  [{ rows: 38, count: '38', whole: true }, '38 contacten'],
  [{ rows: 1, count: '', whole: true }, '1 contact'],
  // How many of them have been fetched is nothing to know.
  [{ rows: 30, count: '588', whole: false }, '588 contacten'],
  [{ rows: 30, count: 'meer dan 10.000', whole: false }, 'meer dan 10.000 contacten'],
  [{ rows: 30, count: '', whole: false }, ''],
  [{ rows: 1000, count: '–', whole: false }, 'De eerste 1.000 contacten'],
])('the foot of a list says %j as %s', (shown, text) => {
  expect(footText({ ...shown, ...name })).toBe(text)
})
