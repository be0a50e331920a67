import { useEffect, useEffectEvent } from 'react'
import { type Moves } from '../shared/bar.tsx'
import { isResting } from '../shared/resting.ts'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** What a single key does on the board; undefined for one that is none of it. */
export function moveOf({ key, ctrlKey, altKey, metaKey, shiftKey }: Key): ((moves: Moves) => void) | undefined {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  switch (key.toLowerCase()) {
    case 'w':
      return ({ show }) => show('w')
    case 'd':
      return ({ show }) => show('d')
    case 't':
      return ({ goToday }) => goToday()
    case 'arrowleft':
      return ({ step }) => step(-1)
    case 'arrowright':
      return ({ step }) => step(1)
    default:
      return undefined
  }
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
