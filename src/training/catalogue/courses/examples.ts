import type { ComponentInput } from './courses.forms.ts'

interface ExampleCourse {
  description: string
  code: string
  max_count: number
  validity_months: number
  /** Of a place, in euros; what most ask for it, to be changed. */
  place_price: string
  components: Pick<ComponentInput, 'description' | 'duration_minutes' | 'default_start' | 'days_after_previous'>[]
}

const part = (description: string, hours: number, days_after_previous = 0) => ({
  description,
  duration_minutes: hours * 60,
  default_start: '08:30',
  days_after_previous,
})

/** Courses to begin with, by the key in the address of the form. */
export const EXAMPLES: Readonly<Record<string, ExampleCourse>> = {
  bhv: {
    description: 'BHV basis',
    code: 'BHV',
    max_count: 12,
    validity_months: 12,
    place_price: '295',
    components: [part('Levensreddend handelen', 7), part('Brandbestrijding en ontruiming', 7, 1)],
  },
  ehbo: {
    description: 'EHBO',
    code: 'EHBO',
    max_count: 12,
    validity_months: 24,
    place_price: '275',
    components: [part('Eerste hulp, dag 1', 7), part('Eerste hulp, dag 2', 7, 1)],
  },
  vca: {
    description: 'VCA basis',
    code: 'B-VCA',
    max_count: 16,
    validity_months: 120,
    place_price: '225',
    components: [part('Veilig werken, met examen', 8)],
  },
}
