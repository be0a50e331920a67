import { useEffect, useEffectEvent } from 'react'
import { isResting } from '../shared/resting.ts'
import { commandOf, type KeyCommand } from './keys.ts'

export function useKeys(run: (command: KeyCommand) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command || isResting(event)) return
    event.preventDefault()
    run(command)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
