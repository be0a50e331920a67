import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MonthList } from './month-list.tsx'
import { rangeOf } from './range.ts'
import { piecesByDay } from './split.ts'
import { appointment, day, words } from './test-support.ts'

const nothing = (): void => undefined
const on = { hrefOf: () => '/x', open: nothing, add: nothing, show: nothing }
const shown = day('2026-11-18')

function list(busy = false, appointments = [appointment('2026-11-18 08:30', '2026-11-18 12:00')]) {
  const pieces = piecesByDay(appointments, rangeOf('m', shown)).get(shown)
  return load(
    renderToStaticMarkup(<MonthList words={words} day={shown} pieces={pieces} activeId={null} busy={busy} on={on} />),
  )
}

describe('the list below the month of a phone', () => {
  it('has what the day holds under its name, which no row repeats in sight', () => {
    const $ = list()
    expect($('h2').text()).toBe('Woensdag 18-11-2026')
    expect($('tbody tr')).toHaveLength(1)
    expect($('.c-time').text()).toBe('08:30–12:00')
    expect($('.c-day .sr-only').text()).toBe('Wo 18-11-2026')
  })

  it('says that a day is empty, but not before that is known', () => {
    expect(list(false, [])('p').text()).toBe(`Geen ${words.many} op deze dag.`)
    expect(list(true, [])('p')).toHaveLength(0)
  })
})
