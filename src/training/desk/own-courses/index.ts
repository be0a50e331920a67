import type { ModulePart } from '../../../platform/manifest.ts'
import * as screens from './own-courses.screens.ts'
import { ownCoursesArea } from './rights.ts'

/** What a student is enrolled in and holds, made for a phone. */
export const ownCourses: ModulePart = {
  screens: Object.values(screens),
  nav: [
    {
      group: 'courses',
      label: 'Mijn opleidingen',
      icon: 'school',
      href: '/my-courses',
      area: ownCoursesArea,
      order: 5,
      atHand: true,
      lists: { student: 1 },
    },
  ],
}
