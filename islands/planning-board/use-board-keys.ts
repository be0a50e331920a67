import { useEffect, useEffectEvent } from 'react'
import { type Moves } from '../shared/bar.tsx'
import { isResting } from '../shared/resting.ts'
import { BOARD_KEYS } from './keys.ts'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** What a single key does on the board; undefined for one that is none of it. */
export function moveOf({ key, ctrlKey, altKey, metaKey, shiftKey }: Key): ((moves: Moves) => void) | undefined {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  const command = BOARD_KEYS.find((known) => known.key === key.toLowerCase())?.command
  if (command === undefined) return undefined
  if (command === 'today') return ({ goToday }) => goToday()
  return 'view' in command ? ({ show }) => show(command.view) : ({ step }) => step(command.step)
}

export function useBoardKeys(moves: Moves): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const move = moveOf(event)
    if (!move || isResting(event)) return
    event.preventDefault()
    move(moves)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
