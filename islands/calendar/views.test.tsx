import { load, type CheerioAPI } from 'cheerio'
import { type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatMinute } from '../../src/platform/format/days.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { CalendarBar, type CalendarBarProps } from './calendar-bar.tsx'
import { type Handlers } from './handlers.ts'
import { ListView } from './list-view.tsx'
import { MonthView } from './month-view.tsx'
import { daysOf, rangeOf } from './range.ts'
import { piecesByDay } from './split.ts'
import { appointment, day, epoch, words } from './test-support.ts'
import { titleOf } from './titles.ts'
import { TimeGrid } from './time-grid.tsx'
import { layOutAll } from './use-overlap.ts'

const nothing = (): void => undefined
const on: Handlers = {
  hrefOf: ({ id }) => `/calendar/view-appointment/${id}`,
  open: nothing,
  add: nothing,
  show: nothing,
}
const render = (view: ReactNode): CheerioAPI => load(renderToStaticMarkup(view))
const texts = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .toArray()
    .map((element) => $(element).text())

const today = day('2026-11-18')
const now = epoch('2026-11-18 10:42')
const morning = appointment('2026-11-18 08:30', '2026-11-18 12:00', { description: 'BHV herhaling' })
const during = appointment('2026-11-18 09:00', '2026-11-18 12:30', { description: 'VCA VOL' })
const before = appointment('2026-11-16 08:30', '2026-11-16 16:30', { description: 'BHV basis' })

function month(date: string, appointments = [morning, before]): CheerioAPI {
  return render(
    <MonthView
      day={day(date)}
      today={today}
      byDay={piecesByDay(appointments, rangeOf('m', day(date)))}
      judged={new Map()}
      activeId={morning.id}
      holidays={{ '2026-11-11': 'Sint-Maarten' }}
      phone={false}
      canAdd
      waiting={false}
      on={on}
    />,
  )
}

function grid(view: 'w' | 'd', appointments = [morning, during, before]): CheerioAPI {
  const range = rangeOf(view, today)
  const byDay = piecesByDay(appointments, range)
  return render(
    <TimeGrid
      view={view}
      days={daysOf(range)}
      label=""
      now={now}
      clock={wallClock(now)}
      byDay={byDay}
      judged={new Map()}
      lanes={layOutAll(byDay)}
      activeId={null}
      holidays={{}}
      canAdd
      waiting={false}
      on={on}
    />,
  )
}

describe('the month view', () => {
  it('has the columns Wk and Ma to Zo [P-042][S-031]', () => {
    expect(texts(month('2026-11-18'), '.cal-dow')).toEqual(['Wk', 'Ma', 'Di', 'Wo', 'Do', 'Vr', 'Za', 'Zo'])
  })

  it('names the week number and the first days of the week [M-035][M-036][M-037][M-038]', () => {
    expect(texts(month('2026-11-18'), '.cal-dow').slice(0, 4)).toEqual(['Wk', 'Ma', 'Di', 'Wo'])
  })

  it('names the other days of the week [M-039][M-040][M-041][M-042]', () => {
    expect(texts(month('2026-11-18'), '.cal-dow').slice(4)).toEqual(['Do', 'Vr', 'Za', 'Zo'])
  })

  it('has six week rows with their number [P-043][P-044]', () => {
    const $ = month('2026-12-18')
    expect($('.cal-day')).toHaveLength(42)
    expect(texts($, '.cal-wk')).toEqual(['49', '50', '51', '52', '53', '1'])
  })

  it('marks the days of other months [P-045]', () => {
    const $ = month('2026-11-18')
    expect($('.is-other')).toHaveLength(12)
    expect($('.cal-day').eq(5).hasClass('is-other')).toBe(true)
    expect($('.cal-day').eq(6).hasClass('is-other')).toBe(false)
  })

  it('highlights today [P-046]', () => {
    const $ = month('2026-11-18')
    expect(texts($, '.is-today .cal-daynum')).toEqual(['18 november, 1 planning'])
    expect(month('2027-05-01')('.is-today')).toHaveLength(0)
  })

  it('says how many more a day holds than fit', () => {
    const five = Array.from({ length: 5 }, () => appointment('2026-11-20 09:00', '2026-11-20 10:00'))
    const $ = month('2026-11-18', five)
    expect($('.cal-row')).toHaveLength(2)
    expect($('.cal-more').text()).toBe('+3 meer')
  })

  it('marks the active appointment and names the holiday', () => {
    const $ = month('2026-11-18')
    expect($('.cal-row.is-active').text()).toBe('08:30 BHV herhaling')
    expect($('.cal-holiday').text()).toBe('Sint-Maarten')
  })
})

describe('the week view', () => {
  it('has columns Ma to Zo with their dates [P-047]', () => {
    const names = ['Ma 16-11', 'Di 17-11', 'Wo 18-11', 'Do 19-11', 'Vr 20-11', 'Za 21-11', 'Zo 22-11']
    expect(texts(grid('w'), '.cal-headday')).toEqual(names)
  })

  it('has 48 rows of half an hour, from 00:00 to 23:30 [P-048][S-032]', () => {
    const $ = grid('w')
    const rows = $('.cal-col').first().find('.cal-slot')
    expect(rows.toArray().map((row) => $(row).attr('data-time'))).toEqual(
      Array.from({ length: 48 }, (_, row) => formatMinute(row * 30)),
    )
  })

  it('has a label 00:00 at the top and an extra one at the bottom [P-049]', () => {
    const labels = texts(grid('w'), '.cal-times span:not(.now-label)')
    expect([labels[0], labels.at(-1)]).toEqual(['00:00', '00:00'])
    expect(labels.filter((label) => label === '00:00')).toHaveLength(2)
  })

  it('breaks long words where a column is shared, and leaves them whole where it is not', () => {
    const long = appointment('2026-11-18 08:30', '2026-11-18 12:00', { description: 'Heftruck herhaling' })
    expect(texts(grid('w', [long]), '.cal-ev b')).toEqual(['Heftruck herhaling'])
    expect(texts(grid('w', [long, during]), '.cal-ev b')).toContain('Hef\u00ADtruck her\u00ADha\u00ADling')
  })

  it('marks what is past and where the time is', () => {
    const $ = grid('w')
    expect($('.is-history b').text()).toBe('BHV basis')
    expect($('.now-label').text()).toBe('10:42')
    expect($('.cal-col.is-today .now-marker')).toHaveLength(1)
  })

  it('keeps the hour that the current time stands over, for paper', () => {
    const $ = grid('w')
    expect($('.cal-times span:not(.now-label)')).toHaveLength(25)
    expect(texts($, '.cal-times .is-covered')).toEqual(['11:00'])
  })

  it('places pieces by custom properties', () => {
    const style = grid('w')('.cal-col.is-today .cal-ev').last().attr('style')
    expect(style).toBe('--from:18;--span:7;--overlap:1;--offset:1')
  })
})

describe('the day view', () => {
  it('counts its items above 48 rows, under weekday and date [P-052][P-053][S-033]', () => {
    const $ = grid('d')
    expect($('.cal-head').text()).toBe('2 items:')
    expect(titleOf('d', today, null)).toBe('Woensdag 18-11-2026')
    const halfHours = Array.from({ length: 48 }, (_, i) => i * 30)
    expect(
      $('.cal-slot')
        .get()
        .map((slot) => Number($(slot).attr('data-minute-of-day'))),
    ).toEqual(halfHours)
    expect($('.cal-slot').eq(17).attr('data-time')).toBe('08:30')
  })
})

function list(appointments = [before, morning, during]): CheerioAPI {
  return render(
    <ListView
      words={words}
      day={today}
      page={0}
      count={30}
      answer={{ appointments, total: appointments.length }}
      activeId={null}
      filtered={false}
      waiting={false}
      onClearFilters={nothing}
      on={on}
    />,
  )
}

describe('the list view', () => {
  it('is a table with a header row from the titles of its cells, under its months, or says that it has no data [P-054][S-034]', () => {
    expect(texts(list(), 'table thead th')).toEqual(['Datum', 'Tijd', 'Opleiding'])
    expect(texts(list(), 'tbody tr').at(0)).toBe('Ma 16-11-202608:30–16:30BHV basis')
    expect(titleOf('l', today, [before, morning, during])).toBe('Nov 2026')
    expect(list([])('.empty b').text()).toBe('Geen data')
  })

  it('gives a new day a top border [P-055]', () => {
    const $ = list()
    expect(
      $('tbody tr')
        .toArray()
        .map((row) => $(row).hasClass('is-newday')),
    ).toEqual([false, true, false])
  })
})

describe('the bar', () => {
  const bar: CalendarBarProps = {
    words,
    title: 'November 2026',
    view: 'm',
    day: today,
    today,
    moves: { canStepBack: true, canStepOn: true, step: nothing, goToday: nothing, jump: nothing, show: nothing },
    beside: [],
    filterCount: 0,
    fullscreen: { on: false, toggle: nothing },
    filtersUrl: '/calendar/filters/default',
    icalUrl: null,
    onAdd: undefined,
  }
  const names = ($: CheerioAPI): string[] =>
    $('button')
      .toArray()
      .map((button) => $(button).attr('aria-label') ?? $(button).text().trim())

  it('has previous, next, Vandaag, a date picker and fullscreen [P-038][P-039][P-040][M-033]', () => {
    expect(names(render(<CalendarBar {...bar} />))).toEqual([
      'Vorige (←)',
      'Volgende (→)',
      'Vandaag',
      'Kies een datum',
      'Filters',
      'Maand',
      'Week',
      'Dag',
      'Lijst',
      'Meer',
      'Volledig scherm (F)',
      'Weergave toevoegen',
      'Afdrukken',
    ])
  })

  it('names the four views [M-029][M-030][M-031][M-032]', () => {
    expect(texts(render(<CalendarBar {...bar} />), '.seg button')).toEqual(['Maand', 'Week', 'Dag', 'Lijst'])
  })

  it('offers four views, of which one is on [P-037]', () => {
    expect(render(<CalendarBar {...bar} />)('.seg button')).toHaveLength(4)
    expect(render(<CalendarBar {...bar} />)('[aria-pressed=true]').text()).toBe('Maand')
  })

  it("shows 'Koppel agenda' only with an iCal link [P-041][M-034]", () => {
    expect(names(render(<CalendarBar {...bar} />))).not.toContain('Koppel agenda')
    expect(names(render(<CalendarBar {...bar} icalUrl="/ical/getLink" />))).toContain('Koppel agenda')
  })
})
