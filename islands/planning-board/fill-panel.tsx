import { useId, useState, type ReactNode } from 'react'
import x from '@tabler/icons/outline/x.svg?raw'
import { type PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import { type Proposal } from '../../src/inspections/planning/filling/filling.contract.ts'
import { MOST_DRAFTS, type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { shortDay } from '../shared/day-titles.ts'
import { Icon } from '../shared/icon.tsx'
import { log } from '../shared/log.ts'
import { fetchJson } from '../shared/platform.ts'
import { fillingOf, fillUrlOf, refusalOf, resultText, type Filling } from './filling.ts'
import { Proposed } from './proposed.tsx'
import { type Board } from './use-board.ts'

export interface FillPanelProps {
  board: Pick<Board, 'lanes' | 'shown' | 'days' | 'drafts' | 'waiting' | 'settings'>
  page: Pick<PlanningBoardProps, 'fillUrl' | 'holidays'>
  today: Day
  onClose: () => void
}

/** A proposal for what waits: who goes where on these days, of which some or all are taken over as drafts. */
export function FillPanel({ board, page, today, onClose }: FillPanelProps): ReactNode {
  const id = useId()
  const [{ offered, chosen: first }] = useState(() => fillingOf(board, today, page.holidays))
  const [chosen, setChosen] = useState(first)
  const { asked, ask, proposal } = useProposal(board, page.fillUrl)
  const take = (visits: BoardVisit[]): void => {
    board.drafts.put(...visits)
    onClose()
  }
  const refusal = refusalOf(chosen)
  return (
    <section className="panel pb-fill" aria-labelledby={`${id}-title`}>
      <h2 className="row-flex" id={`${id}-title`} tabIndex={-1}>
        <span className="grow">Dag vullen</span>
        <button type="button" className="icon-btn" aria-label="Sluiten" title="Sluiten" onClick={onClose}>
          <Icon svg={x} />
        </button>
      </h2>
      <Ticks
        legend="Keurmeesters"
        options={board.lanes.filter((lane) => offered.people.includes(lane.id)).map((lane) => [lane.id, lane.title])}
        ticked={chosen.people}
        set={(people) => setChosen({ ...chosen, people })}
      />
      <Ticks
        legend="Dagen"
        options={offered.days.map((day) => [day, shortDay(day)])}
        ticked={chosen.days}
        set={(days) => setChosen({ ...chosen, days })}
      />
      {offered.days.length === 0 && <p className="muted">Deze dagen zijn voorbij.</p>}
      {refusal !== null && offered.days.length > 0 && <p className="pb-no">{refusal}</p>}
      <button
        type="button"
        className={proposal ? 'btn' : 'btn btn-primary'}
        disabled={refusal !== null || asked === 'busy'}
        onClick={() => ask(chosen)}
      >
        Voorstel maken
      </button>
      <p role="status" className="pb-fill-told">
        {asked === 'busy' && 'Het voorstel wordt gemaakt.'}
        {asked === 'failed' && 'Het voorstel kon niet worden gemaakt. Probeer het opnieuw.'}
        {asked === 'old' && 'De planning is intussen gewijzigd: maak een nieuw voorstel.'}
        {proposal && resultText(proposal)}
      </p>
      {proposal && <Proposed proposal={proposal} room={MOST_DRAFTS - board.drafts.all.length} onTake={take} />}
    </section>
  )
}

type Asked = 'not' | 'busy' | 'failed' | 'old' | 'answered'

/** What the server proposes; what was planned or drafted since makes it old. */
function useProposal({ drafts, waiting, settings }: FillPanelProps['board'], fillUrl: string) {
  const [asked, setAsked] = useState<'not' | 'busy' | 'failed' | 'answered'>('not')
  const [made, setMade] = useState<{ proposal: Proposal; drafts: unknown; orders: unknown } | null>(null)
  const isOld = made?.drafts !== drafts.all || made.orders !== waiting.answer
  const ask = (filling: Filling): void => {
    const beside = { drafts: drafts.all, orders: waiting.answer }
    setAsked('busy')
    fetchJson(fillUrlOf(fillUrl, filling, settings.filters.city ?? '', drafts.all), { failText: '' }).then(
      (answer) => {
        setMade({ proposal: answer as Proposal, ...beside })
        setAsked('answered')
      },
      (error: unknown) => {
        log('No proposal could be made', error)
        setAsked('failed')
      },
    )
  }
  const state: Asked = asked === 'answered' && isOld ? 'old' : asked
  return { asked: state, ask, proposal: state === 'answered' ? made!.proposal : null }
}

interface TicksProps {
  legend: string
  options: [number, string][]
  ticked: readonly number[]
  set: (ticked: number[]) => void
}

function Ticks({ legend, options, ticked, set }: TicksProps): ReactNode {
  return (
    <fieldset className="pb-ticks">
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input
            type="checkbox"
            className="form-check-input"
            checked={ticked.includes(value)}
            onChange={({ target }) =>
              set(target.checked ? [...ticked, value] : ticked.filter((other) => other !== value))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
