import { type ReactNode } from 'react'
import x from '@tabler/icons/outline/x.svg?raw'
import { Icon } from './icon.tsx'
import { type Chip } from './filters.ts'

interface FilterChipsProps {
  chips: readonly Chip[]
  onRemove: (key: string) => void
  onClear: () => void
}

export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps): ReactNode {
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
