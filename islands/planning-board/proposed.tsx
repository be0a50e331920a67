import { useState, type ReactNode } from 'react'
import { type Proposal, type ProposedVisit } from '../../src/inspections/planning/filling/filling.contract.ts'
import { MOST_DRAFTS, type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { draftOf, groupsOf } from './filling.ts'

interface ProposedProps {
  proposal: Proposal
  /** So many drafts still go with those on the board. */
  room: number
  onTake: (visits: BoardVisit[]) => void
}

/** What is proposed, to be ticked and taken over, and what fits nowhere. */
export function Proposed({ proposal, room, onTake }: ProposedProps): ReactNode {
  const { visits, left, without } = proposal
  const [ticked, setTicked] = useState(() => visits.slice(0, Math.max(0, room)).map(({ order }) => order.order_id))
  const taken = visits.filter(({ order }) => ticked.includes(order.order_id))
  return (
    <>
      {groupsOf(visits).map(([name, own]) => (
        <fieldset key={name} className="pb-ticks pb-proposed">
          <legend>{name}</legend>
          {own.map((visit) => (
            <ProposedLine
              key={visit.order.order_id}
              visit={visit}
              isTicked={ticked.includes(visit.order.order_id)}
              tick={(isTicked) => setTicked((all) => [...all.filter((one) => one !== visit.order.order_id), ...(isTicked ? [visit.order.order_id] : [])])} // prettier-ignore
            />
          ))}
        </fieldset>
      ))}
      {left.length > 0 && (
        <>
          <h3>Past niet</h3>
          <ul className="pb-left">
            {left.map(({ order_id, customer, why }) => (
              <li key={order_id}>
                <b>{customer}</b>
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {without.length > 0 && <p className="muted">Zonder punt op de kaart: {without.join(', ')}</p>}
      {taken.length > room && (
        <p className="pb-no">Er staan hooguit {MOST_DRAFTS} wijzigingen tegelijk op het bord: bevestig die eerst.</p>
      )}
      {visits.length > 0 && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={taken.length === 0 || taken.length > room}
          onClick={() => onTake(taken.map(draftOf))}
        >
          {taken.length} overnemen
        </button>
      )}
    </>
  )
}

interface ProposedLineProps {
  visit: ProposedVisit
  isTicked: boolean
  tick: (isTicked: boolean) => void
}

function ProposedLine({ visit, isTicked, tick }: ProposedLineProps): ReactNode {
  return (
    <label>
      <input
        type="checkbox"
        className="form-check-input"
        checked={isTicked}
        onChange={({ target }) => tick(target.checked)}
      />
      <span>
        <b>{visit.order.customer}</b>
        <time>
          {visit.start_time}–{visit.end_time}
        </time>
        <small>{visit.why}</small>
      </span>
    </label>
  )
}
