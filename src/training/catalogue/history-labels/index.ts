export { trainingLabels } from './labels.ts'
