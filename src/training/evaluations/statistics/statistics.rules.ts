import { MONTHS } from '../../../platform/format/days.ts'
import { FEWEST } from '../submissions/index.ts'
import type { Named, Sum } from './statistics.queries.ts'

/** A figure of fewer than four answers is not told. */
export const shownScore = ({ score, count }: { score: number | null; count: number }): number | null =>
  count < FEWEST ? null : score

export interface QuestionFigure {
  id: number
  name: string
  teacher: string | null
  count: number
  score: number | null
}

/** The figures by category, in the order in which people read them. */
export function categoriesOf(sums: readonly Sum[], names: Named) {
  const of = (level: Sum['level']) => sums.filter((sum) => sum.level === level)
  const categories = of('category').map(({ category_id, score, count }) => ({
    id: category_id!,
    name: names.categories.get(category_id!) ?? '',
    count,
    score: shownScore({ score, count }),
    questions: of('question')
      .filter((one) => one.category_id === category_id)
      .map((one) => ({
        id: one.origin_id!,
        position: names.questions.get(one.origin_id!)?.position ?? 0,
        name: names.questions.get(one.origin_id!)?.name ?? '',
        teacher: one.teacher_id === null ? null : (names.teachers.get(one.teacher_id) ?? null),
        count: one.count,
        score: shownScore(one),
      }))
      .toSorted(
        (a, b) => a.position - b.position || a.id - b.id || (a.teacher ?? '').localeCompare(b.teacher ?? '', 'nl'),
      ),
  }))
  const first = (questions: { position: number }[]) => questions[0]?.position ?? 0
  return categories.toSorted((a, b) => first(a.questions) - first(b.questions) || a.name.localeCompare(b.name, 'nl'))
}

export interface Point {
  month: string
  label: string
  count: number
  score: number | null
}

/** The months in which something was answered, the oldest first. */
export const trendOf = (sums: readonly Sum[]): Point[] =>
  sums
    .filter(({ level }) => level === 'month')
    .map(({ month, count, score }) => ({
      month: month!,
      label: `${MONTHS[Number(month!.slice(5)) - 1]!.slice(0, 3)} ${month!.slice(0, 4)}`,
      count,
      score: shownScore({ score, count }),
    }))
    .toSorted((a, b) => a.month.localeCompare(b.month))

const WIDTH = 640
const HEIGHT = 160

/** Where the line of a trend lies, from 0 to 100 percent; months without a score are gaps. */
export function drawTrend(points: readonly Point[]) {
  const x = (i: number) => (points.length < 2 ? WIDTH / 2 : Math.round((i * WIDTH) / (points.length - 1)))
  const y = (score: number) => Math.round(HEIGHT - (score * HEIGHT) / 100)
  const dots = points.flatMap(({ score, label, count }, i) => (score === null ? [] : [{ x: x(i), y: y(score), label, count, score, i }])) // prettier-ignore
  const path = dots.map((dot, at) => `${at > 0 && dots[at - 1]!.i === dot.i - 1 ? 'L' : 'M'}${dot.x} ${dot.y}`).join('')
  return { width: WIDTH, height: HEIGHT, path, dots, lines: [0, 25, 50, 75, 100].map((percent) => ({ percent, y: y(percent) })) } // prettier-ignore
}
