import { type ReactNode } from 'react'
import x from '@tabler/icons/outline/x.svg?raw'
import { Icon } from '../shared/icon.tsx'
import { chipsOf, type Filters } from './filters.ts'

interface FilterChipsProps {
  filters: Filters
  onRemove: (key: string) => void
  onClear: () => void
}

export function FilterChips({ filters, onRemove, onClear }: FilterChipsProps): ReactNode {
  const chips = chipsOf(filters)
  if (chips.length === 0) return null
  return (
    <div className="chips cal-chips" role="group" aria-label="Gekozen filters">
      {chips.map(({ key, label, text }) => (
        <span key={key} className="chip">
          <span>{label}:</span> <b>{text}</b>
          <button type="button" aria-label={`Filter ${label} verwijderen`} onClick={() => onRemove(key)}>
            <Icon svg={x} className="ic ic-sm" />
          </button>
        </span>
      ))}
      {chips.length > 1 && (
        <button type="button" className="linklike small" onClick={onClear}>
          Filters wissen
        </button>
      )}
    </div>
  )
}
