import { referralStates } from '@shared/referred-people'
import { stateTexts } from '@/features/referrals/hold-texts'
import { referredPeopleQuery, referredPersonQuery } from '@/features/referrals/referred-people-api'
import { ReferredPeopleTable } from '@/features/referrals/referred-people-table'
import { ReferredPersonPanel } from '@/features/referrals/referred-person-panel'
import { useListAddress } from '@/lib/use-list-address'
import { ListPage } from '../list-page'
import { useReviewedList } from '../use-reviewed-list'

/** Everyone who was referred, and what is opened of them. */
export function PeopleList() {
  const address = useListAddress(['oldest'])
  const { search, status, sort } = address.request
  const request = { search, status, sort }
  const { list, row } = useReviewedList({
    address,
    page: (cursor) => referredPeopleQuery({ ...request, cursor }),
    findRow: referredPersonQuery,
  })
  return (
    <>
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'referral', plural: 'referrals' }}
        search={{
          label: 'Search by name, email, phone, or code',
          statuses: referralStates,
          statusWords: stateTexts,
          exported: { list: 'referred-people', request },
        }}
        emptyTexts={{
          noMatch: 'No referrals match',
          noneYet: 'No referrals yet',
          whatAppears: 'People who sign up through a referral link or form appear here.',
        }}
      >
        {(shown) => (
          <ReferredPeopleTable
            {...shown}
            selectedId={row.opened?.id ?? null}
            onSelect={({ id }) => address.showRow(String(id))}
            sorting={{ sort: address.sort, onSort: address.sortBy }}
          />
        )}
      </ListPage>
      {row.opened || row.isMissing ? (
        <ReferredPersonPanel person={row.opened} onClose={() => address.showRow('')} />
      ) : null}
    </>
  )
}
