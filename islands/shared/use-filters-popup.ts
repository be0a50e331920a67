import { useEffect, useEffectEvent } from 'react'
import { type FiltersEventDetail } from '../../src/system/calendar/calendar.contract.ts'

/** Calls back with what was chosen in the popup with filters, which is not part of the island. */
export function useFiltersPopup(onChosen: (filters: FiltersEventDetail) => void): void {
  const chosen = useEffectEvent((event: Event) => onChosen((event as CustomEvent<FiltersEventDetail>).detail))
  useEffect(() => {
    document.addEventListener('calendar-filters', chosen)
    return () => document.removeEventListener('calendar-filters', chosen)
  }, [])
}
