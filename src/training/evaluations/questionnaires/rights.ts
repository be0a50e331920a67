import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** What was asked and answered; who teaches sees the own results. */
export const evaluationsArea = rights('evaluations', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })

/** What is asked: questions, their categories and answers to choose from. */
export const questionsArea = rights('evaluation-questions', { view: PLANNERS, change: PLANNERS })
