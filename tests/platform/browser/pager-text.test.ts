import { expect, it } from 'vitest'
import { pagerText } from '../../../public/js/table/pager-text.ts'

it.each([
  [{ at: 2, gone: false, count: '40' }, '3 van 40'],
  [{ at: 1233, gone: false, count: '2.000' }, '1.234 van 2.000'],
  [{ at: 2, gone: false, count: '' }, '3'],
  // Handled, and so out of the list: it is no first of none.
  [{ at: 0, gone: true, count: '0' }, 'uit de lijst, nog 0'],
  [{ at: 2, gone: true, count: '39' }, 'uit de lijst, nog 39'],
  [{ at: 2, gone: true, count: '' }, 'uit de lijst'],
])('the pager of a popup says %j as %s', (place, text) => {
  expect(pagerText(place)).toBe(text)
})
