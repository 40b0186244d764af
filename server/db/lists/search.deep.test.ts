import { logInAdmin } from '@tests/support/portal/agents'
import { itFindsWhatIsThere } from '@tests/support/portal/search-properties'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
itFindsWhatIsThere(app, await logInAdmin(app), 200)
