import { type ReactNode } from 'react'
import alertCircle from '@tabler/icons/outline/alert-circle.svg?raw'
import { Icon } from '../shared/icon.tsx'

export function LoadFailure({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <div className="note note--error cal-failure" role="alert">
      <Icon svg={alertCircle} />
      <span className="grow">Er ging iets mis met het laden van de data</span>
      <button type="button" className="btn btn-sm" onClick={onRetry}>
        Opnieuw
      </button>
    </div>
  )
}
