import { type ReactNode } from 'react'
import { type BoardProps } from '../../src/training/planning/board/board.contract.ts'
import { Bar, type BarProps } from '../shared/bar.tsx'

export type LaneView = 'w' | 'd'

const VIEWS = [
  { view: 'w', label: 'Week' },
  { view: 'd', label: 'Dag' },
] as const

type BoardBarProps = Omit<BarProps, 'views' | 'tools' | 'seldom' | 'choice'> & Pick<BoardProps, 'type' | 'types'>

export function BoardBar({ type: chosen, types, ...props }: BoardBarProps): ReactNode {
  const choice = (
    <nav className="seg" aria-label="Rijen">
      {types.map(({ type, label, url }) => (
        <a
          key={type}
          href={url}
          className={type === chosen ? 'is-on' : undefined}
          aria-current={type === chosen ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
  return <Bar {...props} views={VIEWS} choice={choice} />
}
