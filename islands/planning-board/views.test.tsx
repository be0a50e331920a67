import { load, type CheerioAPI } from 'cheerio'
import { type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dayFromIso } from '../../src/platform/format/days.ts'
import { BoardPanel } from './board-panel.tsx'
import { Grid, type GridProps } from './grid.tsx'
import { lanesOf } from './model.ts'
import { restoreSettings } from './settings.ts'
import { lane, visit } from './test-support.ts'
import { type Board } from './use-board.ts'
import { VisitCard } from './visit-card.tsx'

const nothing = (): void => undefined
const render = (view: ReactNode): CheerioAPI => load(renderToStaticMarkup(view))
const day = dayFromIso('2026-12-02')
const answer = [lane(7, 'Ruben Jansen', [visit(1, 7, '08:00–09:30'), visit(2, 7, '10:00–11:00', { done: true })])]
const lanesOn = (days: number[]) => lanesOf(answer, [visit(null, 7, '12:00–13:00')], days)

function grid(settings: GridProps['settings'], days: number[]): CheerioAPI {
  return render(
    <Grid
      settings={settings}
      days={days}
      lanes={lanesOn(days)}
      clock={{ day, minute: 615 }}
      holidays={{ '2026-12-03': 'Sluitingsdag' }}
      chosen="visit-1"
      plans
      names={new Map()}
      onChoose={nothing}
      onDay={nothing}
    />,
  )
}

describe('the grid', () => {
  it('of a day has 48 half-hour slots, and marks the moment [A-209]', () => {
    for (const direction of ['horizontal', 'vertical'] as const) {
      const $ = grid({ type: 'd', direction }, [day])
      expect($('.pb-hours > span').length).toBe(48)
      expect([$('.pb-hours > span').first().text(), $('.pb-hours > span').last().prev().text()]).toEqual([
        '00:00',
        '23:00',
      ])
      expect([$(`.pb-grid.is-${direction}`).length, $('.pb-now').length]).toEqual([1, 1])
    }
  })

  it('of a week has a cell for each day, and marks drafts and what is done', () => {
    const $ = grid({ type: 'w', direction: 'horizontal' }, [day, day + 1])
    expect([$('[data-lane="7"][data-cell]').length, $('.pb-now').length]).toEqual([2, 0])
    expect($('.is-draft').text()).toContain('Niet opgeslagen')
    expect($('.is-done').text()).toContain('Afgerond')
    expect($('.is-chosen time').text()).toBe('08:00–09:30')
    expect($('[data-take]').length - $('[data-drag]').length).toBe(1)
    expect($('.pb-day').last().text()).toContain('Sluitingsdag')
  })
})

describe('a visit that was chosen', () => {
  function card(fields: Parameters<typeof visit>[3], isDraft: boolean, plans = true): CheerioAPI {
    return render(
      <VisitCard
        visit={visit(1, 7, '08:00–09:30', fields)}
        isDraft={isDraft}
        plans={plans}
        lanes={lanesOn([day])}
        busy={false}
        today={day}
        orderUrl="/administration/order/view/{id}"
        onEdit={nothing}
        onSave={nothing}
        onShow={nothing}
        onUndo={nothing}
        onCancel={nothing}
        onClose={nothing}
        onChecking={nothing}
      />,
    )
  }
  const buttons = ($: CheerioAPI): string[] =>
    $('.pb-buttons button')
      .toArray()
      .map((button) => $(button).text().trim())

  it('is open where it is new, and where it is saved not until its pencil [A-075]', () => {
    expect(card({ id: null }, true)('fieldset').is('[disabled]')).toBe(false)
    expect(buttons(card({ id: null }, true))).toEqual(['Weggooien'])
    const $ = card({}, false)
    expect($('fieldset').is('[disabled]')).toBe(true)
    expect(buttons($)).toEqual(['Wijzigen', 'Planning annuleren'])
    expect(buttons(card({}, false, false))).toEqual([])
  })

  it('is not cancelled when it is done [A-076]', () => {
    expect(buttons(card({ done: true }, false))).toEqual([])
  })

  it('is not cancelled when its order has been touched [A-077]', () => {
    expect(buttons(card({ touched: true }, false))).toEqual(['Wijzigen'])
  })
})

describe('a board that did not load', () => {
  it('says so and tries again [A-169][M-091]', () => {
    const settings = restoreSettings({ get: () => null, set: nothing }, { today: day, phone: false })
    const data = { answer: null, busy: false, slow: false, failed: true, reload: nothing }
    const board = { plans: true, settings, data, lanes: [], shown: [], days: [day] } as unknown as Board
    const $ = render(
      <BoardPanel
        board={board}
        clock={{ day, minute: 0 }}
        holidays={{}}
        chosen={null}
        isFiltered={false}
        set={nothing}
        choose={nothing}
      >
        {null}
      </BoardPanel>,
    )
    expect($('[role=alert] span').text()).toBe(
      'Er is iets fout gegaan. Vernieuw de pagina of neem contact op met ons op.',
    )
    expect($('[role=alert] button').text()).toBe('Opnieuw')
  })
})
