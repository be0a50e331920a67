import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type BoardLane, type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { ask, openPopup } from '../shared/platform.ts'
import { confirmUrlOf, keepDrafts, keyOf, notSaved, restoreDrafts, withDraft, withoutDrafts } from './drafts.ts'

export interface Drafts {
  all: readonly BoardVisit[]
  put: (...visits: BoardVisit[]) => void
  remove: (key: string) => void
  /** Throws all away, once that is confirmed. */
  discard: () => void
  /** Shows them to the server, in the popup that saves them. */
  confirm: () => void
}

interface Changed {
  items: { type: string }[]
}

/** Drafts of this viewer in this tab; what is saved is no draft any more. */
export function useDrafts(viewer: number, confirmUrl: string, answer: readonly BoardLane[] | null): Drafts {
  const [all, setAll] = useState(() => restoreDrafts(sessionStorage, viewer))
  /** What is being confirmed: a save of visits from this tab is the save of these. */
  const sent = useRef<string[]>([])
  const change = (next: BoardVisit[]): void => {
    sent.current = []
    setAll(next)
  }
  useEffect(() => keepDrafts(sessionStorage, viewer, all), [viewer, all])

  const saved = useEffectEvent(({ detail }: CustomEvent<Changed>) => {
    if (sent.current.length > 0 && detail.items.some(({ type }) => type === 'visit'))
      change(withoutDrafts(all, sent.current))
  })
  useEffect(() => {
    const listener = (event: Event): void => saved(event as CustomEvent<Changed>)
    document.addEventListener('changed', listener)
    return () => document.removeEventListener('changed', listener)
  }, [])

  // Another tab may have saved them, or a save whose answer never came.
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    const left = notSaved(all, answer?.flatMap(({ data }) => data.visits) ?? [])
    if (left.length < all.length) setAll(left)
  }

  return {
    all,
    put: (...visits) => change(visits.reduce(withDraft, [...all])),
    remove: (key) => change(withoutDrafts(all, [key])),
    discard: () => {
      const question = all.length === 1 ? 'De wijziging weggooien?' : `De ${all.length} wijzigingen weggooien?`
      void ask(question, { danger: true }).then((isSure) => isSure && change([]))
    },
    confirm: () => {
      sent.current = all.map(keyOf)
      openPopup(confirmUrlOf(confirmUrl, all))
    },
  }
}
