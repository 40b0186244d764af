import { buildInfo } from '../build-info'
import { defineCommand } from './command'

export const command = defineCommand({ options: {} }, async () => {
  console.log(`${buildInfo.version} (${buildInfo.commit})`)
})
