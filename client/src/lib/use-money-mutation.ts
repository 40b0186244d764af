import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Money moved: every page of the administrator that sums it up is out of date. */
export function useMoneyMutation<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => unknown,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    ...(onSuccess && { onSuccess }),
    // After a refusal too: someone else was there first.
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
      }),
  })
}
