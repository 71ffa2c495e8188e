"""Made from the API's description by `npm run client`: do not change it by hand."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired, TypedDict, overload

from .client import BaseClient


ChatReplySourcesItem = TypedDict("ChatReplySourcesItem", {
    "kind": str,
    "id": str,
    "title": str,
    "url": NotRequired[str],
})

ReceiptBookingService = TypedDict("ReceiptBookingService", {
    "id": str,
    "name": str,
})

ReceiptBookingResource = TypedDict("ReceiptBookingResource", {
    "id": str,
    "name": str,
    "isPerson": NotRequired[bool],
})

ReceiptBooking = TypedDict("ReceiptBooking", {
    "id": str,
    "code": str,
    "kind": Literal["reservation", "appointment", "training", "class"],
    "status": Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"],
    "startsAt": str,
    "endsAt": str,
    "timezone": str,
    "partySize": NotRequired[int],
    "service": NotRequired[ReceiptBookingService],
    "resource": NotRequired[ReceiptBookingResource],
    "details": NotRequired[list[str]],
    "calendarUrl": str,
})

Receipt = TypedDict("Receipt", {
    "type": str,
    "id": str,
    "code": NotRequired[str | None],
    "booking": NotRequired[ReceiptBooking],
})

Card = TypedDict("Card", {
    "kind": str,
    "id": str,
    "title": str,
    "detail": NotRequired[str],
    "price": NotRequired[int],
    "currency": NotRequired[str],
})

Asked = TypedDict("Asked", {
    "field": str,
    "fields": NotRequired[list[str]],
    "options": NotRequired[list[str]],
})

ChatReplyUnderstandingConsideredItem = TypedDict("ChatReplyUnderstandingConsideredItem", {
    "intent": str,
    "likely": float,
    "about": NotRequired[str],
})

ChatReplyUnderstanding = TypedDict("ChatReplyUnderstanding", {
    "intent": str,
    "confidence": float,
    "slots": dict[str, Any],
    "engineReason": str,
    "policy": str,
    "considered": list[ChatReplyUnderstandingConsideredItem],
    "focus": list[dict[str, Any]],
})

ChatReplyUsage = TypedDict("ChatReplyUsage", {
    "inputTokens": int,
    "outputTokens": int,
    "cost": int,
    "latencyMs": int,
})

ChatReply = TypedDict("ChatReply", {
    "id": str,
    "conversationId": str,
    "reply": str,
    "intent": str,
    "confidence": float,
    "suggestions": list[str],
    "sources": list[ChatReplySourcesItem],
    "receipts": list[Receipt],
    "cards": NotRequired[list[Card]],
    "asks": NotRequired[Asked],
    "status": Literal["open", "handoff", "resolved"],
    "engine": str,
    "createdAt": str,
    "understanding": NotRequired[ChatReplyUnderstanding],
    "usage": NotRequired[ChatReplyUsage],
})

PostChatBodyCustomer = TypedDict("PostChatBodyCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

PostChatBodyMessagesItemPartsItem = TypedDict("PostChatBodyMessagesItemPartsItem", {
    "type": str,
})

PostChatBodyMessagesItem = TypedDict("PostChatBodyMessagesItem", {
    "role": str,
    "parts": list[PostChatBodyMessagesItemPartsItem],
})

PostChatBody = TypedDict("PostChatBody", {
    "message": NotRequired[str],
    "businessType": NotRequired[Literal["fitness", "medical", "restaurant", "retail", "salon"]],
    "businessName": NotRequired[str],
    "conversationId": NotRequired[str],
    "customer": NotRequired[PostChatBodyCustomer],
    "channel": NotRequired[Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"]],
    "locale": NotRequired[str],
    "metadata": NotRequired[dict[str, Any]],
    "explain": NotRequired[bool],
    "engine": NotRequired[Literal["embedded", "llm", "auto"]],
    "messages": NotRequired[list[PostChatBodyMessagesItem]],
    "id": NotRequired[str],
    "trigger": NotRequired[str],
    "messageId": NotRequired[str],
    "dryRun": NotRequired[bool],
})

PostChatStreamBodyCustomer = TypedDict("PostChatStreamBodyCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

PostChatStreamBodyMessagesItemPartsItem = TypedDict("PostChatStreamBodyMessagesItemPartsItem", {
    "type": str,
})

PostChatStreamBodyMessagesItem = TypedDict("PostChatStreamBodyMessagesItem", {
    "role": str,
    "parts": list[PostChatStreamBodyMessagesItemPartsItem],
})

PostChatStreamBody = TypedDict("PostChatStreamBody", {
    "message": NotRequired[str],
    "businessType": NotRequired[Literal["fitness", "medical", "restaurant", "retail", "salon"]],
    "businessName": NotRequired[str],
    "conversationId": NotRequired[str],
    "customer": NotRequired[PostChatStreamBodyCustomer],
    "channel": NotRequired[Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"]],
    "locale": NotRequired[str],
    "metadata": NotRequired[dict[str, Any]],
    "explain": NotRequired[bool],
    "engine": NotRequired[Literal["embedded", "llm", "auto"]],
    "messages": NotRequired[list[PostChatStreamBodyMessagesItem]],
    "id": NotRequired[str],
    "trigger": NotRequired[str],
    "messageId": NotRequired[str],
    "dryRun": NotRequired[bool],
})

ExpandedConversationSummaryCustomer = TypedDict("ExpandedConversationSummaryCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

ExpandedConversationSummaryEpisodesItem = TypedDict("ExpandedConversationSummaryEpisodesItem", {
    "startedAt": str,
    "resolvedAt": str | None,
})

ExpandedConversationSummaryPerson = TypedDict("ExpandedConversationSummaryPerson", {
    "name": NotRequired[str],
})

CustomerConsentsTexts = TypedDict("CustomerConsentsTexts", {
    "allowed": bool,
    "at": str,
})

CustomerConsentsMarketing = TypedDict("CustomerConsentsMarketing", {
    "allowed": bool,
    "at": str,
})

CustomerConsents = TypedDict("CustomerConsents", {
    "texts": CustomerConsentsTexts | None,
    "marketing": CustomerConsentsMarketing | None,
})

Customer = TypedDict("Customer", {
    "id": str,
    "name": str,
    "phone": str | None,
    "email": str | None,
    "dateOfBirth": NotRequired[str],
    "language": str | None,
    "tags": list[str],
    "notes": str,
    "consents": CustomerConsents,
    "sealed": bool,
    "lastBookingAt": str | None,
    "version": int,
    "createdAt": str,
    "updatedAt": str,
})

ExpandedConversationSummary = TypedDict("ExpandedConversationSummary", {
    "id": str,
    "status": Literal["open", "handoff", "resolved"],
    "channel": Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"],
    "businessType": str | None,
    "businessName": str | None,
    "customer": ExpandedConversationSummaryCustomer,
    "metadata": dict[str, Any],
    "episodes": list[ExpandedConversationSummaryEpisodesItem],
    "rating": int | None,
    "person": NotRequired[ExpandedConversationSummaryPerson],
    "createdAt": str,
    "updatedAt": str,
    "preview": str,
    "messageCount": int,
    "knownCustomer": NotRequired[Customer | None],
})

GetConversationsAnswer = TypedDict("GetConversationsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedConversationSummary],
    "has_more": bool,
})

GetConversationsQuery = TypedDict("GetConversationsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["open", "handoff", "resolved"]],
    "channel": NotRequired[Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"]],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "q": NotRequired[str],
    "expand": NotRequired[list[Literal["knownCustomer"]]],
})

ExpandedConversationCustomer = TypedDict("ExpandedConversationCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

ExpandedConversationEpisodesItem = TypedDict("ExpandedConversationEpisodesItem", {
    "startedAt": str,
    "resolvedAt": str | None,
})

ExpandedConversationPerson = TypedDict("ExpandedConversationPerson", {
    "name": NotRequired[str],
})

MessageSourcesItem = TypedDict("MessageSourcesItem", {
    "kind": str,
    "id": str,
    "title": str,
    "url": NotRequired[str],
})

Message = TypedDict("Message", {
    "id": str,
    "role": Literal["customer", "assistant", "agent"],
    "text": str,
    "createdAt": str,
    "intent": NotRequired[str],
    "confidence": NotRequired[float],
    "suggestions": NotRequired[list[str]],
    "author": NotRequired[str],
    "original": NotRequired[str],
    "sources": NotRequired[list[MessageSourcesItem]],
    "receipts": NotRequired[list[Receipt]],
    "engine": NotRequired[str],
    "engineReason": NotRequired[str],
    "cards": NotRequired[list[Card]],
    "asks": NotRequired[Asked],
    "slots": NotRequired[dict[str, Any]],
})

ExpandedConversation = TypedDict("ExpandedConversation", {
    "id": str,
    "status": Literal["open", "handoff", "resolved"],
    "channel": Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"],
    "businessType": str | None,
    "businessName": str | None,
    "customer": ExpandedConversationCustomer,
    "metadata": dict[str, Any],
    "episodes": list[ExpandedConversationEpisodesItem],
    "rating": int | None,
    "person": NotRequired[ExpandedConversationPerson],
    "createdAt": str,
    "updatedAt": str,
    "messages": list[Message],
    "knownCustomer": NotRequired[Customer | None],
})

GetConversationsIdParams = TypedDict("GetConversationsIdParams", {
    "id": str,
})

GetConversationsIdQuery = TypedDict("GetConversationsIdQuery", {
    "expand": NotRequired[list[Literal["knownCustomer"]]],
})

PostConversationsIdMessagesParams = TypedDict("PostConversationsIdMessagesParams", {
    "id": str,
})

PostConversationsIdMessagesBody = TypedDict("PostConversationsIdMessagesBody", {
    "text": str,
    "dryRun": NotRequired[bool],
})

ConversationCustomer = TypedDict("ConversationCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

ConversationEpisodesItem = TypedDict("ConversationEpisodesItem", {
    "startedAt": str,
    "resolvedAt": str | None,
})

ConversationPerson = TypedDict("ConversationPerson", {
    "name": NotRequired[str],
})

Conversation = TypedDict("Conversation", {
    "id": str,
    "status": Literal["open", "handoff", "resolved"],
    "channel": Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"],
    "businessType": str | None,
    "businessName": str | None,
    "customer": ConversationCustomer,
    "metadata": dict[str, Any],
    "episodes": list[ConversationEpisodesItem],
    "rating": int | None,
    "person": NotRequired[ConversationPerson],
    "createdAt": str,
    "updatedAt": str,
    "messages": list[Message],
})

PostConversationsIdHandoffParams = TypedDict("PostConversationsIdHandoffParams", {
    "id": str,
})

PostConversationsIdHandoffBody = TypedDict("PostConversationsIdHandoffBody", {
    "reason": NotRequired[str],
    "dryRun": NotRequired[bool],
})

PostConversationsIdHandbackParams = TypedDict("PostConversationsIdHandbackParams", {
    "id": str,
})

PostConversationsIdHandbackBody = TypedDict("PostConversationsIdHandbackBody", {
    "dryRun": NotRequired[bool],
})

PostConversationsIdResolveParams = TypedDict("PostConversationsIdResolveParams", {
    "id": str,
})

PostConversationsIdResolveBody = TypedDict("PostConversationsIdResolveBody", {
    "dryRun": NotRequired[bool],
})

PostConversationsIdFeedbackParams = TypedDict("PostConversationsIdFeedbackParams", {
    "id": str,
})

PostConversationsIdFeedbackBody = TypedDict("PostConversationsIdFeedbackBody", {
    "rating": int,
    "comment": NotRequired[str],
    "dryRun": NotRequired[bool],
})

GetConversationsIdEventsParams = TypedDict("GetConversationsIdEventsParams", {
    "id": str,
})

GetConversationsIdEventsQuery = TypedDict("GetConversationsIdEventsQuery", {
    "after": NotRequired[str],
})

GetConversationsIdStreamParams = TypedDict("GetConversationsIdStreamParams", {
    "id": str,
})

GetAssistantProviderAnswerDeployment = TypedDict("GetAssistantProviderAnswerDeployment", {
    "provider": Literal["openai", "anthropic", "google"],
    "model": str,
})

GetAssistantProviderAnswer = TypedDict("GetAssistantProviderAnswer", {
    "provider": Literal["openai", "anthropic", "google", None],
    "baseUrl": str | None,
    "keyHint": str | None,
    "updatedAt": str | None,
    "deployment": GetAssistantProviderAnswerDeployment | None,
    "healthAgreement": bool,
    "spentThisMonth": int,
})

PutAssistantProviderAnswerDeployment = TypedDict("PutAssistantProviderAnswerDeployment", {
    "provider": Literal["openai", "anthropic", "google"],
    "model": str,
})

PutAssistantProviderAnswer = TypedDict("PutAssistantProviderAnswer", {
    "provider": Literal["openai", "anthropic", "google", None],
    "baseUrl": str | None,
    "keyHint": str | None,
    "updatedAt": str | None,
    "deployment": PutAssistantProviderAnswerDeployment | None,
    "healthAgreement": bool,
    "spentThisMonth": int,
})

PutAssistantProviderBody = TypedDict("PutAssistantProviderBody", {
    "provider": Literal["openai", "anthropic", "google"],
    "apiKey": str,
    "baseUrl": NotRequired[str],
    "dryRun": NotRequired[bool],
})

PostConversationsIdTranscriptAnswer = TypedDict("PostConversationsIdTranscriptAnswer", {
    "email": str,
    "sent": Literal["transcript", "confirmation"],
})

PostConversationsIdTranscriptParams = TypedDict("PostConversationsIdTranscriptParams", {
    "id": str,
})

PostConversationsIdTranscriptBody = TypedDict("PostConversationsIdTranscriptBody", {
    "email": str,
    "dryRun": NotRequired[bool],
})

InboxConversationCustomer = TypedDict("InboxConversationCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

InboxConversationEpisodesItem = TypedDict("InboxConversationEpisodesItem", {
    "startedAt": str,
    "resolvedAt": str | None,
})

InboxConversationPerson = TypedDict("InboxConversationPerson", {
    "name": NotRequired[str],
})

InboxConversationAssignee = TypedDict("InboxConversationAssignee", {
    "id": str,
    "name": str,
})

InboxConversationKnownCustomer = TypedDict("InboxConversationKnownCustomer", {
    "id": str,
    "name": str,
})

Due = TypedDict("Due", {
    "kind": Literal["first_response", "resolution"],
    "at": str,
    "isMissed": bool,
})

InboxConversation = TypedDict("InboxConversation", {
    "id": str,
    "status": Literal["open", "handoff", "resolved"],
    "channel": Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"],
    "businessType": str | None,
    "businessName": str | None,
    "customer": InboxConversationCustomer,
    "metadata": dict[str, Any],
    "episodes": list[InboxConversationEpisodesItem],
    "rating": int | None,
    "person": NotRequired[InboxConversationPerson],
    "createdAt": str,
    "updatedAt": str,
    "preview": str,
    "messageCount": int,
    "tags": list[str],
    "assignee": InboxConversationAssignee | None,
    "stage": Literal["assistant", "waiting", "person", "resolved"],
    "personName": str | None,
    "sealed": bool,
    "knownCustomer": InboxConversationKnownCustomer | None,
    "due": Due | None,
    "urgent": bool,
})

GetInboxConversationsAnswer = TypedDict("GetInboxConversationsAnswer", {
    "object": Literal["list"],
    "data": list[InboxConversation],
    "has_more": bool,
})

GetInboxConversationsQuery = TypedDict("GetInboxConversationsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["open", "handoff", "resolved"]],
    "stage": NotRequired[Literal["assistant", "waiting", "person", "resolved"]],
    "channel": NotRequired[Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"]],
    "assignee": NotRequired[str],
    "tag": NotRequired[str],
    "customerId": NotRequired[str],
    "urgent": NotRequired[bool],
    "reveal": NotRequired[bool],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "q": NotRequired[str],
    "active_before": NotRequired[str],
    "due_after": NotRequired[str],
    "sort": NotRequired[Literal["activity", "due"]],
    "ids": NotRequired[str],
})

DeskSideAssignee = TypedDict("DeskSideAssignee", {
    "id": str,
    "name": str,
})

DeskSideKnownCustomer = TypedDict("DeskSideKnownCustomer", {
    "id": str,
    "name": str,
})

NoteAuthor = TypedDict("NoteAuthor", {
    "id": str,
    "name": str,
})

Note = TypedDict("Note", {
    "id": str,
    "text": str,
    "author": NoteAuthor,
    "createdAt": str,
})

Delivery = TypedDict("Delivery", {
    "messageId": str,
    "status": Literal["pending", "sending", "sent", "delivered", "read", "failed"],
    "error": str | None,
    "heardCharacters": int | None,
})

Call = TypedDict("Call", {
    "seconds": int | None,
    "ended": Literal["caller", "assistant", "silence", "transferred", "missed", "failed", None],
})

DeskSide = TypedDict("DeskSide", {
    "id": str,
    "tags": list[str],
    "assignee": DeskSideAssignee | None,
    "stage": Literal["assistant", "waiting", "person", "resolved"],
    "personName": str | None,
    "sealed": bool,
    "knownCustomer": DeskSideKnownCustomer | None,
    "due": Due | None,
    "urgent": bool,
    "notes": list[Note],
    "deliveries": list[Delivery],
    "call": Call | None,
})

GetInboxConversationsIdParams = TypedDict("GetInboxConversationsIdParams", {
    "id": str,
})

PatchInboxConversationsIdParams = TypedDict("PatchInboxConversationsIdParams", {
    "id": str,
})

PatchInboxConversationsIdBody = TypedDict("PatchInboxConversationsIdBody", {
    "tags": NotRequired[list[str]],
    "assigneeId": NotRequired[str | None],
    "dryRun": NotRequired[bool],
})

PostInboxConversationsIdTypingParams = TypedDict("PostInboxConversationsIdTypingParams", {
    "id": str,
})

PostInboxConversationsIdTypingBody = TypedDict("PostInboxConversationsIdTypingBody", {
    "dryRun": NotRequired[bool],
})

PostInboxConversationsIdNotesParams = TypedDict("PostInboxConversationsIdNotesParams", {
    "id": str,
})

PostInboxConversationsIdNotesBody = TypedDict("PostInboxConversationsIdNotesBody", {
    "text": str,
    "dryRun": NotRequired[bool],
})

DeleteInboxNotesIdParams = TypedDict("DeleteInboxNotesIdParams", {
    "id": str,
})

GetInboxAnswerTeamItem = TypedDict("GetInboxAnswerTeamItem", {
    "id": str,
    "name": str,
})

GetInboxAnswer = TypedDict("GetInboxAnswer", {
    "waiting": int,
    "urgent": int,
    "withTeam": int,
    "open": int,
    "today": int,
    "mine": int,
    "due": int | None,
    "team": list[GetInboxAnswerTeamItem],
    "tags": list[str],
})

GetConversationsIdCustomerParams = TypedDict("GetConversationsIdCustomerParams", {
    "id": str,
})

ReadyReply = TypedDict("ReadyReply", {
    "id": str,
    "title": str,
    "text": str,
})

GetInboxRepliesAnswer = TypedDict("GetInboxRepliesAnswer", {
    "data": list[ReadyReply],
})

PostInboxRepliesBody = TypedDict("PostInboxRepliesBody", {
    "title": str,
    "text": str,
    "dryRun": NotRequired[bool],
})

DeleteInboxRepliesIdParams = TypedDict("DeleteInboxRepliesIdParams", {
    "id": str,
})

ServiceLevelsTargetsDefault = TypedDict("ServiceLevelsTargetsDefault", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsApi = TypedDict("ServiceLevelsTargetsApi", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsWidget = TypedDict("ServiceLevelsTargetsWidget", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsEmail = TypedDict("ServiceLevelsTargetsEmail", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsSms = TypedDict("ServiceLevelsTargetsSms", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsWhatsapp = TypedDict("ServiceLevelsTargetsWhatsapp", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsMessenger = TypedDict("ServiceLevelsTargetsMessenger", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsInstagram = TypedDict("ServiceLevelsTargetsInstagram", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsTelegram = TypedDict("ServiceLevelsTargetsTelegram", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargetsPhone = TypedDict("ServiceLevelsTargetsPhone", {
    "firstResponseMinutes": NotRequired[int],
    "resolutionMinutes": NotRequired[int],
})

ServiceLevelsTargets = TypedDict("ServiceLevelsTargets", {
    "default": NotRequired[ServiceLevelsTargetsDefault],
    "api": NotRequired[ServiceLevelsTargetsApi],
    "widget": NotRequired[ServiceLevelsTargetsWidget],
    "email": NotRequired[ServiceLevelsTargetsEmail],
    "sms": NotRequired[ServiceLevelsTargetsSms],
    "whatsapp": NotRequired[ServiceLevelsTargetsWhatsapp],
    "messenger": NotRequired[ServiceLevelsTargetsMessenger],
    "instagram": NotRequired[ServiceLevelsTargetsInstagram],
    "telegram": NotRequired[ServiceLevelsTargetsTelegram],
    "phone": NotRequired[ServiceLevelsTargetsPhone],
})

ServiceLevels = TypedDict("ServiceLevels", {
    "hours": Literal["opening", "always"],
    "targets": ServiceLevelsTargets,
})

GetServiceLevelsAnswer = TypedDict("GetServiceLevelsAnswer", {
    "available": bool,
    "serviceLevels": ServiceLevels | None,
})

AlertDevice = TypedDict("AlertDevice", {
    "id": str,
    "endpoint": str,
    "userAgent": str | None,
    "createdAt": str,
})

Notifications = TypedDict("Notifications", {
    "canSendEmail": bool,
    "teamEmail": str | None,
    "waitingEmails": bool,
    "weeklyDigest": bool,
    "devices": list[AlertDevice],
    "isAnyoneAlerted": bool,
})

PatchNotificationsBody = TypedDict("PatchNotificationsBody", {
    "waitingEmails": NotRequired[bool],
    "weeklyDigest": NotRequired[bool],
})

GetNotificationsPushKeyAnswer = TypedDict("GetNotificationsPushKeyAnswer", {
    "publicKey": str,
})

PostNotificationsDevicesBodyKeys = TypedDict("PostNotificationsDevicesBodyKeys", {
    "p256dh": str,
    "auth": str,
})

PostNotificationsDevicesBody = TypedDict("PostNotificationsDevicesBody", {
    "endpoint": str,
    "keys": PostNotificationsDevicesBodyKeys,
})

DeleteNotificationsDevicesIdParams = TypedDict("DeleteNotificationsDevicesIdParams", {
    "id": str,
})

TestAlert = TypedDict("TestAlert", {
    "outcome": Literal["delivered", "gone", "refused", "unavailable"],
})

PostNotificationsDevicesIdTestParams = TypedDict("PostNotificationsDevicesIdTestParams", {
    "id": str,
})

PostNotificationsSignOutDeviceBody = TypedDict("PostNotificationsSignOutDeviceBody", {
    "endpoint": str,
})

ExpandedRequest = TypedDict("ExpandedRequest", {
    "id": str,
    "kind": Literal["membership", "prescription", "return"],
    "status": str,
    "next": list[str],
    "data": dict[str, Any],
    "createdAt": str,
    "updatedAt": str,
    "knownCustomer": NotRequired[Customer | None],
})

GetRequestsAnswer = TypedDict("GetRequestsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedRequest],
    "has_more": bool,
})

GetRequestsQuery = TypedDict("GetRequestsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "kind": NotRequired[Literal["membership", "prescription", "return"]],
    "status": NotRequired[str],
    "customerId": NotRequired[str],
    "undecided": NotRequired[bool],
    "format": NotRequired[Literal["json", "csv", "ndjson"]],
    "expand": NotRequired[list[Literal["knownCustomer"]]],
})

Request = TypedDict("Request", {
    "id": str,
    "kind": Literal["membership", "prescription", "return"],
    "status": str,
    "next": list[str],
    "data": dict[str, Any],
    "createdAt": str,
    "updatedAt": str,
})

PatchRequestsIdParams = TypedDict("PatchRequestsIdParams", {
    "id": str,
})

PatchRequestsIdBody = TypedDict("PatchRequestsIdBody", {
    "status": Literal["in_progress", "done", "declined", "approved", "received", "refunded"],
    "dryRun": NotRequired[bool],
})

PostWidgetSessionAnswerVisitor = TypedDict("PostWidgetSessionAnswerVisitor", {
    "id": str,
    "verified": bool,
    "name": NotRequired[str],
})

WidgetSettingsPreChatFieldsItem = TypedDict("WidgetSettingsPreChatFieldsItem", {
    "name": Literal["name", "email", "phone"],
    "required": bool,
})

WidgetSettingsPreChat = TypedDict("WidgetSettingsPreChat", {
    "enabled": bool,
    "fields": list[WidgetSettingsPreChatFieldsItem],
    "message": NotRequired[str],
})

WidgetSettingsProactive = TypedDict("WidgetSettingsProactive", {
    "enabled": bool,
    "afterSeconds": NotRequired[int],
    "pages": NotRequired[list[str]],
    "message": NotRequired[str],
})

WidgetSettings = TypedDict("WidgetSettings", {
    "businessName": str,
    "industry": str | None,
    "locale": str,
    "direction": Literal["ltr", "rtl"],
    "color": str,
    "textColor": str,
    "position": Literal["right", "left"],
    "theme": Literal["auto", "light", "dark"],
    "avatarUrl": NotRequired[str],
    "title": str,
    "subtitle": NotRequired[str],
    "greeting": NotRequired[str],
    "placeholder": NotRequired[str],
    "launcherLabel": NotRequired[str],
    "texts": dict[str, str],
    "suggestions": list[str],
    "preChat": WidgetSettingsPreChat,
    "proactive": WidgetSettingsProactive,
    "sound": bool,
    "rating": bool,
    "transcript": bool,
    "poweredBy": bool,
    "currency": str,
    "timezone": str,
    "openNow": bool,
    "opensAt": NotRequired[str],
    "phone": NotRequired[str],
    "emergencyNumber": NotRequired[str],
})

PostWidgetSessionAnswer = TypedDict("PostWidgetSessionAnswer", {
    "token": str,
    "expiresAt": str,
    "visitor": PostWidgetSessionAnswerVisitor,
    "settings": WidgetSettings,
    "conversation": Conversation | None,
})

PostWidgetSessionBody = TypedDict("PostWidgetSessionBody", {
    "visitor": NotRequired[str],
    "identity": NotRequired[str],
    "language": NotRequired[str],
    "businessType": NotRequired[Literal["fitness", "medical", "restaurant", "retail", "salon"]],
    "businessName": NotRequired[str],
    "dryRun": NotRequired[bool],
})

GetWidgetDefaultsAnswer = TypedDict("GetWidgetDefaultsAnswer", {
    "settings": WidgetSettings,
    "locked": dict[str, Literal["starter", "professional", "business"]],
})

ConversationSummaryCustomer = TypedDict("ConversationSummaryCustomer", {
    "name": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

ConversationSummaryEpisodesItem = TypedDict("ConversationSummaryEpisodesItem", {
    "startedAt": str,
    "resolvedAt": str | None,
})

ConversationSummaryPerson = TypedDict("ConversationSummaryPerson", {
    "name": NotRequired[str],
})

ConversationSummary = TypedDict("ConversationSummary", {
    "id": str,
    "status": Literal["open", "handoff", "resolved"],
    "channel": Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"],
    "businessType": str | None,
    "businessName": str | None,
    "customer": ConversationSummaryCustomer,
    "metadata": dict[str, Any],
    "episodes": list[ConversationSummaryEpisodesItem],
    "rating": int | None,
    "person": NotRequired[ConversationSummaryPerson],
    "createdAt": str,
    "updatedAt": str,
    "preview": str,
    "messageCount": int,
})

GetWidgetConversationsAnswer = TypedDict("GetWidgetConversationsAnswer", {
    "object": Literal["list"],
    "data": list[ConversationSummary],
    "has_more": bool,
})

GetWidgetConversationsQuery = TypedDict("GetWidgetConversationsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

PostWidgetIdentitySecretAnswer = TypedDict("PostWidgetIdentitySecretAnswer", {
    "secret": str,
})

PostWidgetPicturesAnswer = TypedDict("PostWidgetPicturesAnswer", {
    "id": str,
    "avatarUrl": str,
    "url": str,
    "width": int,
    "height": int,
})

PostWidgetPicturesBody = TypedDict("PostWidgetPicturesBody", {
    "image": str,
    "dryRun": NotRequired[bool],
})

DeleteWidgetPicturesIdParams = TypedDict("DeleteWidgetPicturesIdParams", {
    "id": str,
})

PostSetupAnswerWidget = TypedDict("PostSetupAnswerWidget", {
    "snippet": str,
})

PostSetupAnswer = TypedDict("PostSetupAnswer", {
    "industry": str,
    "config": dict[str, Any],
    "widget": PostSetupAnswerWidget,
    "next": list[str],
})

PostSetupBody = TypedDict("PostSetupBody", {
    "industry": Literal["fitness", "medical", "restaurant", "retail", "salon"],
    "dryRun": NotRequired[bool],
})

PutConfigBodyContact = TypedDict("PutConfigBodyContact", {
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "address": NotRequired[str],
    "website": NotRequired[str],
})

PutConfigBodyHours = TypedDict("PutConfigBodyHours", {
    "mon": NotRequired[list[list[str]]],
    "tue": NotRequired[list[list[str]]],
    "wed": NotRequired[list[list[str]]],
    "thu": NotRequired[list[list[str]]],
    "fri": NotRequired[list[list[str]]],
    "sat": NotRequired[list[list[str]]],
    "sun": NotRequired[list[list[str]]],
})

PutConfigBodyClosuresItem = TypedDict("PutConfigBodyClosuresItem", {
    "from": str,
    "to": str,
    "reason": NotRequired[str],
    "sample": NotRequired[bool],
})

PutConfigBodyServicesItem = TypedDict("PutConfigBodyServicesItem", {
    "name": str,
    "description": NotRequired[str],
    "price": NotRequired[int],
    "sample": NotRequired[bool],
})

PutConfigBodyFaqsItem = TypedDict("PutConfigBodyFaqsItem", {
    "question": str,
    "answer": str,
    "sample": NotRequired[bool],
})

PutConfigBodyPolicies = TypedDict("PutConfigBodyPolicies", {
    "cancellation": NotRequired[str],
    "deposit": NotRequired[str],
    "lateArrival": NotRequired[str],
    "returns": NotRequired[str],
})

PutConfigBodyBookingRemindersItem = TypedDict("PutConfigBodyBookingRemindersItem", {
    "beforeMinutes": int,
})

PutConfigBodyBooking = TypedDict("PutConfigBodyBooking", {
    "noticeMinutes": int,
    "horizonDays": int,
    "slotMinutes": int,
    "cancelUntilMinutes": int,
    "reminders": NotRequired[list[PutConfigBodyBookingRemindersItem]],
    "confirmations": NotRequired[bool],
})

PutConfigBodyDepositsRulesItem = TypedDict("PutConfigBodyDepositsRulesItem", {
    "services": NotRequired[list[str]],
    "minPartySize": NotRequired[int],
    "minMinutes": NotRequired[int],
    "fixed": NotRequired[int],
    "perPerson": NotRequired[int],
    "percent": NotRequired[int],
    "mode": Literal["charge", "hold"],
    "refundUntilHours": int,
})

PutConfigBodyDeposits = TypedDict("PutConfigBodyDeposits", {
    "rules": list[PutConfigBodyDepositsRulesItem],
    "payWithinMinutes": NotRequired[int],
})

PutConfigBodyHandoff = TypedDict("PutConfigBodyHandoff", {
    "email": NotRequired[str],
    "message": NotRequired[str],
})

PutConfigBodySafety = TypedDict("PutConfigBodySafety", {
    "onCall": NotRequired[str],
    "personWords": NotRequired[list[str]],
})

WidgetPreChatFieldsItem = TypedDict("WidgetPreChatFieldsItem", {
    "name": Literal["name", "email", "phone"],
    "required": NotRequired[bool],
})

WidgetPreChat = TypedDict("WidgetPreChat", {
    "enabled": bool,
    "fields": NotRequired[list[WidgetPreChatFieldsItem]],
    "message": NotRequired[str],
})

WidgetProactive = TypedDict("WidgetProactive", {
    "enabled": bool,
    "afterSeconds": NotRequired[int],
    "pages": NotRequired[list[str]],
    "message": NotRequired[str],
})

Widget = TypedDict("Widget", {
    "color": NotRequired[str],
    "position": NotRequired[Literal["right", "left"]],
    "greeting": NotRequired[str],
    "theme": NotRequired[Literal["auto", "light", "dark"]],
    "avatarUrl": NotRequired[str],
    "title": NotRequired[str],
    "subtitle": NotRequired[str],
    "placeholder": NotRequired[str],
    "launcherLabel": NotRequired[str],
    "texts": NotRequired[dict[str, str]],
    "suggestions": NotRequired[list[str]],
    "preChat": NotRequired[WidgetPreChat],
    "proactive": NotRequired[WidgetProactive],
    "sound": NotRequired[bool],
    "rating": NotRequired[bool],
    "transcript": NotRequired[bool],
    "poweredBy": NotRequired[bool],
    "requireIdentity": NotRequired[bool],
})

Brand = TypedDict("Brand", {
    "name": NotRequired[str],
    "logoUrl": NotRequired[str],
    "color": NotRequired[str],
    "senderName": NotRequired[str],
})

AssistantBudget = TypedDict("AssistantBudget", {
    "conversationCents": NotRequired[int],
    "monthCents": NotRequired[int],
})

Assistant = TypedDict("Assistant", {
    "engine": NotRequired[Literal["embedded", "llm", "auto"]],
    "model": NotRequired[str],
    "temperature": NotRequired[float],
    "budget": NotRequired[AssistantBudget],
    "healthData": NotRequired[bool],
})

PutConfigBodyDigest = TypedDict("PutConfigBodyDigest", {
    "weekly": bool,
})

FitnessClassesItemWeeklyItem = TypedDict("FitnessClassesItemWeeklyItem", {
    "day": Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "time": str,
})

FitnessClassesItem = TypedDict("FitnessClassesItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "instructor": NotRequired[str],
    "level": NotRequired[str],
    "durationMinutes": int,
    "capacity": int,
    "price": NotRequired[int],
    "weekly": NotRequired[list[FitnessClassesItemWeeklyItem]],
    "sample": NotRequired[bool],
})

FitnessMembershipsItem = TypedDict("FitnessMembershipsItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "price": int,
    "interval": NotRequired[Literal["week", "month", "year", "once"]],
    "perks": NotRequired[list[str]],
    "sample": NotRequired[bool],
})

FitnessTrainersItemHours = TypedDict("FitnessTrainersItemHours", {
    "mon": NotRequired[list[list[str]]],
    "tue": NotRequired[list[list[str]]],
    "wed": NotRequired[list[list[str]]],
    "thu": NotRequired[list[list[str]]],
    "fri": NotRequired[list[list[str]]],
    "sat": NotRequired[list[list[str]]],
    "sun": NotRequired[list[list[str]]],
})

FitnessTrainersItemTimeOffItem = TypedDict("FitnessTrainersItemTimeOffItem", {
    "from": str,
    "to": str,
    "reason": NotRequired[str],
})

FitnessTrainersItem = TypedDict("FitnessTrainersItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "specialties": NotRequired[list[str]],
    "price": NotRequired[int],
    "hours": NotRequired[FitnessTrainersItemHours],
    "timeOff": NotRequired[list[FitnessTrainersItemTimeOffItem]],
    "sample": NotRequired[bool],
})

Fitness = TypedDict("Fitness", {
    "classes": NotRequired[list[FitnessClassesItem]],
    "memberships": NotRequired[list[FitnessMembershipsItem]],
    "trainers": NotRequired[list[FitnessTrainersItem]],
})

MedicalVisitTypesItem = TypedDict("MedicalVisitTypesItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "price": NotRequired[int],
    "durationMinutes": int,
    "bufferMinutes": NotRequired[int],
    "bufferBeforeMinutes": NotRequired[int],
    "newPatients": NotRequired[bool],
    "sample": NotRequired[bool],
})

MedicalProvidersItemHours = TypedDict("MedicalProvidersItemHours", {
    "mon": NotRequired[list[list[str]]],
    "tue": NotRequired[list[list[str]]],
    "wed": NotRequired[list[list[str]]],
    "thu": NotRequired[list[list[str]]],
    "fri": NotRequired[list[list[str]]],
    "sat": NotRequired[list[list[str]]],
    "sun": NotRequired[list[list[str]]],
})

MedicalProvidersItemTimeOffItem = TypedDict("MedicalProvidersItemTimeOffItem", {
    "from": str,
    "to": str,
    "reason": NotRequired[str],
})

MedicalProvidersItem = TypedDict("MedicalProvidersItem", {
    "id": NotRequired[str],
    "name": str,
    "specialty": NotRequired[str],
    "description": NotRequired[str],
    "visitTypes": NotRequired[list[str]],
    "hours": NotRequired[MedicalProvidersItemHours],
    "timeOff": NotRequired[list[MedicalProvidersItemTimeOffItem]],
    "sample": NotRequired[bool],
})

MedicalInsuranceItemPlansItem = TypedDict("MedicalInsuranceItemPlansItem", {
    "name": str,
    "accepted": bool,
    "copay": NotRequired[dict[str, int]],
    "sample": NotRequired[bool],
})

MedicalInsuranceItem = TypedDict("MedicalInsuranceItem", {
    "payer": str,
    "plans": list[MedicalInsuranceItemPlansItem],
    "sample": NotRequired[bool],
})

MedicalPharmaciesItem = TypedDict("MedicalPharmaciesItem", {
    "id": NotRequired[str],
    "name": str,
    "phone": NotRequired[str],
    "address": NotRequired[str],
    "sample": NotRequired[bool],
})

MedicalRefills = TypedDict("MedicalRefills", {
    "turnaroundHours": NotRequired[int],
    "needsVisit": NotRequired[list[str]],
})

Medical = TypedDict("Medical", {
    "visitTypes": NotRequired[list[MedicalVisitTypesItem]],
    "providers": NotRequired[list[MedicalProvidersItem]],
    "insurance": NotRequired[list[MedicalInsuranceItem]],
    "pharmacies": NotRequired[list[MedicalPharmaciesItem]],
    "refills": NotRequired[MedicalRefills],
})

RestaurantMenuItemAllergens = TypedDict("RestaurantMenuItemAllergens", {
    "contains": list[Literal["celery", "crustaceans", "egg", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts", "peanut", "sesame", "soy", "sulphites"]],
    "mayContain": NotRequired[list[Literal["celery", "crustaceans", "egg", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts", "peanut", "sesame", "soy", "sulphites"]]],
    "verifiedAt": NotRequired[str],
})

RestaurantMenuItem = TypedDict("RestaurantMenuItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "category": NotRequired[str],
    "price": NotRequired[int],
    "available": NotRequired[bool],
    "diets": NotRequired[list[Literal["vegan", "vegetarian", "gluten_free", "halal", "kosher", "dairy_free", "nut_free"]]],
    "allergens": NotRequired[RestaurantMenuItemAllergens],
    "sample": NotRequired[bool],
})

RestaurantTablesItem = TypedDict("RestaurantTablesItem", {
    "id": NotRequired[str],
    "name": str,
    "seats": int,
    "area": NotRequired[str],
    "sample": NotRequired[bool],
})

RestaurantTurnMinutesItem = TypedDict("RestaurantTurnMinutesItem", {
    "upTo": int,
    "minutes": int,
})

Restaurant = TypedDict("Restaurant", {
    "menu": NotRequired[list[RestaurantMenuItem]],
    "tables": NotRequired[list[RestaurantTablesItem]],
    "joins": NotRequired[list[list[str]]],
    "turnMinutes": NotRequired[list[RestaurantTurnMinutesItem]],
    "maxPartySize": NotRequired[int],
})

RetailProductsItem = TypedDict("RetailProductsItem", {
    "id": NotRequired[str],
    "sku": str,
    "name": str,
    "description": NotRequired[str],
    "category": NotRequired[str],
    "price": int,
    "stock": NotRequired[int],
    "options": NotRequired[dict[str, list[str]]],
    "sample": NotRequired[bool],
})

RetailOrdersItemItemsItem = TypedDict("RetailOrdersItemItemsItem", {
    "sku": str,
    "name": NotRequired[str],
    "quantity": int,
    "price": NotRequired[int],
})

RetailOrdersItem = TypedDict("RetailOrdersItem", {
    "number": str,
    "email": str,
    "status": Literal["processing", "shipped", "delivered", "returned"],
    "items": list[RetailOrdersItemItemsItem],
    "orderedAt": NotRequired[str],
    "deliveredAt": NotRequired[str],
    "trackingUrl": NotRequired[str],
    "sample": NotRequired[bool],
})

Retail = TypedDict("Retail", {
    "products": NotRequired[list[RetailProductsItem]],
    "orders": NotRequired[list[RetailOrdersItem]],
    "returnDays": NotRequired[int],
})

SalonServicesItem = TypedDict("SalonServicesItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "category": NotRequired[str],
    "price": NotRequired[int],
    "durationMinutes": int,
    "bufferMinutes": NotRequired[int],
    "bufferBeforeMinutes": NotRequired[int],
    "sample": NotRequired[bool],
})

SalonStylistsItemHours = TypedDict("SalonStylistsItemHours", {
    "mon": NotRequired[list[list[str]]],
    "tue": NotRequired[list[list[str]]],
    "wed": NotRequired[list[list[str]]],
    "thu": NotRequired[list[list[str]]],
    "fri": NotRequired[list[list[str]]],
    "sat": NotRequired[list[list[str]]],
    "sun": NotRequired[list[list[str]]],
})

SalonStylistsItemTimeOffItem = TypedDict("SalonStylistsItemTimeOffItem", {
    "from": str,
    "to": str,
    "reason": NotRequired[str],
})

SalonStylistsItem = TypedDict("SalonStylistsItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "services": NotRequired[list[str]],
    "hours": NotRequired[SalonStylistsItemHours],
    "timeOff": NotRequired[list[SalonStylistsItemTimeOffItem]],
    "sample": NotRequired[bool],
})

Salon = TypedDict("Salon", {
    "services": NotRequired[list[SalonServicesItem]],
    "stylists": NotRequired[list[SalonStylistsItem]],
})

PutConfigBody = TypedDict("PutConfigBody", {
    "name": NotRequired[str],
    "description": NotRequired[str],
    "country": NotRequired[str],
    "timezone": NotRequired[str],
    "currency": NotRequired[str],
    "locale": NotRequired[str],
    "tone": NotRequired[Literal["friendly", "formal"]],
    "greeting": NotRequired[str],
    "contact": NotRequired[PutConfigBodyContact],
    "hours": NotRequired[PutConfigBodyHours],
    "closures": NotRequired[list[PutConfigBodyClosuresItem]],
    "services": NotRequired[list[PutConfigBodyServicesItem]],
    "faqs": NotRequired[list[PutConfigBodyFaqsItem]],
    "policies": NotRequired[PutConfigBodyPolicies],
    "booking": NotRequired[PutConfigBodyBooking],
    "deposits": NotRequired[PutConfigBodyDeposits],
    "handoff": NotRequired[PutConfigBodyHandoff],
    "safety": NotRequired[PutConfigBodySafety],
    "retentionDays": NotRequired[int],
    "samples": NotRequired[list[str]],
    "widget": NotRequired[Widget],
    "brand": NotRequired[Brand],
    "assistant": NotRequired[Assistant],
    "digest": NotRequired[PutConfigBodyDigest],
    "industry": NotRequired[str | None],
    "industries": NotRequired[list[Literal["fitness", "medical", "restaurant", "retail", "salon"]]],
    "fitness": NotRequired[Fitness],
    "medical": NotRequired[Medical],
    "restaurant": NotRequired[Restaurant],
    "retail": NotRequired[Retail],
    "salon": NotRequired[Salon],
    "dryRun": NotRequired[bool],
})

GetConfigVersionsAnswerDataItem = TypedDict("GetConfigVersionsAnswerDataItem", {
    "id": str,
    "version": int,
    "createdAt": str,
    "by": str,
})

GetConfigVersionsAnswer = TypedDict("GetConfigVersionsAnswer", {
    "object": Literal["list"],
    "data": list[GetConfigVersionsAnswerDataItem],
    "has_more": bool,
})

GetConfigVersionsQuery = TypedDict("GetConfigVersionsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

GetConfigVersionsItem = TypedDict("GetConfigVersionsItem", {
    "id": str,
    "version": int,
    "createdAt": str,
    "by": str,
})

PostConfigVersionsVersionRestoreParams = TypedDict("PostConfigVersionsVersionRestoreParams", {
    "version": str,
})

PostConfigVersionsVersionRestoreBody = TypedDict("PostConfigVersionsVersionRestoreBody", {
    "dryRun": NotRequired[bool],
})

GetConfigSchemaAnswerIndustriesItem = TypedDict("GetConfigSchemaAnswerIndustriesItem", {
    "name": str,
    "title": str,
    "summary": str,
    "does": list[str],
})

GetConfigSchemaAnswer = TypedDict("GetConfigSchemaAnswer", {
    "industries": list[GetConfigSchemaAnswerIndustriesItem],
    "schema": dict[str, Any],
})

GetConfigIndustriesAnswerIndustriesItemCapabilitiesItem = TypedDict("GetConfigIndustriesAnswerIndustriesItemCapabilitiesItem", {
    "name": str,
    "summary": str,
})

GetConfigIndustriesAnswerIndustriesItemRequestKindsItem = TypedDict("GetConfigIndustriesAnswerIndustriesItemRequestKindsItem", {
    "kind": str,
    "title": str,
    "pluralTitle": str,
    "path": str | None,
})

GetConfigIndustriesAnswerIndustriesItemBookingsItem = TypedDict("GetConfigIndustriesAnswerIndustriesItemBookingsItem", {
    "capability": str,
    "title": str,
    "path": str,
    "meetings": NotRequired[str],
    "form": dict[str, Any],
})

GetConfigIndustriesAnswerIndustriesItem = TypedDict("GetConfigIndustriesAnswerIndustriesItem", {
    "name": str,
    "icon": str | None,
    "isHealthCare": bool,
    "resources": str | None,
    "offer": str | None,
    "capabilities": list[GetConfigIndustriesAnswerIndustriesItemCapabilitiesItem],
    "requests": list[str],
    "requestKinds": list[GetConfigIndustriesAnswerIndustriesItemRequestKindsItem],
    "policies": list[str],
    "bookings": list[GetConfigIndustriesAnswerIndustriesItemBookingsItem],
})

GetConfigIndustriesAnswer = TypedDict("GetConfigIndustriesAnswer", {
    "industries": list[GetConfigIndustriesAnswerIndustriesItem],
})

GetConfigVersionsVersionAnswer = TypedDict("GetConfigVersionsVersionAnswer", {
    "version": int,
    "createdAt": str,
    "by": str,
    "document": dict[str, Any],
})

GetConfigVersionsVersionParams = TypedDict("GetConfigVersionsVersionParams", {
    "version": str,
})

PostConfigFromLiveAnswer = TypedDict("PostConfigFromLiveAnswer", {
    "edited": bool,
})

PostConfigFromLiveBody = TypedDict("PostConfigFromLiveBody", {
    "overwrite": NotRequired[bool],
    "dryRun": NotRequired[bool],
})

PostConfigSamplesBody = TypedDict("PostConfigSamplesBody", {
    "keep": NotRequired[list[str]],
    "remove": NotRequired[list[str]],
    "dryRun": NotRequired[bool],
})

SiteImportProgress = TypedDict("SiteImportProgress", {
    "read": int,
    "found": int,
})

ProposalOptionsItemSourcesItem = TypedDict("ProposalOptionsItemSourcesItem", {
    "url": str,
    "quote": str,
})

ProposalOptionsItem = TypedDict("ProposalOptionsItem", {
    "value": Any,
    "certainty": Literal["markup", "structure", "text"],
    "sources": list[ProposalOptionsItemSourcesItem],
})

Proposal = TypedDict("Proposal", {
    "id": str,
    "pointer": str,
    "options": list[ProposalOptionsItem],
    "missing": list[str],
})

ImportNote = TypedDict("ImportNote", {
    "about": str,
    "url": str,
    "quote": str,
})

SiteImport = TypedDict("SiteImport", {
    "id": str,
    "url": NotRequired[str],
    "file": NotRequired[str],
    "status": Literal["reading", "ready", "failed"],
    "reason": str | None,
    "progress": SiteImportProgress,
    "proposals": list[Proposal],
    "notes": list[ImportNote],
    "createdAt": str,
    "expiresAt": str,
})

PostConfigImportsBodyFile = TypedDict("PostConfigImportsBodyFile", {
    "name": str,
    "base64": str,
})

PostConfigImportsBody = TypedDict("PostConfigImportsBody", {
    "url": NotRequired[str],
    "file": NotRequired[PostConfigImportsBodyFile],
    "dryRun": NotRequired[bool],
})

GetConfigImportsIdParams = TypedDict("GetConfigImportsIdParams", {
    "id": str,
})

DeleteConfigImportsIdParams = TypedDict("DeleteConfigImportsIdParams", {
    "id": str,
})

PostConfigImportsIdAcceptParams = TypedDict("PostConfigImportsIdAcceptParams", {
    "id": str,
})

PostConfigImportsIdAcceptBodyAcceptItem = TypedDict("PostConfigImportsIdAcceptBodyAcceptItem", {
    "id": str,
    "value": NotRequired[Any],
})

PostConfigImportsIdAcceptBody = TypedDict("PostConfigImportsIdAcceptBody", {
    "accept": list[PostConfigImportsIdAcceptBodyAcceptItem],
    "dryRun": NotRequired[bool],
})

GetCheckupAnswerLatestChangesItem = TypedDict("GetCheckupAnswerLatestChangesItem", {
    "id": str,
    "change": Literal["failing", "passing", "answer"],
})

GetCheckupAnswerLatestResultsItemTurnsItem = TypedDict("GetCheckupAnswerLatestResultsItemTurnsItem", {
    "asked": str,
    "answered": str,
})

GetCheckupAnswerLatestResultsItem = TypedDict("GetCheckupAnswerLatestResultsItem", {
    "id": str,
    "topic": str,
    "turns": list[GetCheckupAnswerLatestResultsItemTurnsItem],
    "expected": list[str | list[str]],
    "books": bool,
    "passed": bool,
    "at": str,
})

GetCheckupAnswerLatestFindingsItem = TypedDict("GetCheckupAnswerLatestFindingsItem", {
    "id": str,
    "text": str,
    "at": str,
})

GetCheckupAnswerLatest = TypedDict("GetCheckupAnswerLatest", {
    "version": int | None,
    "createdAt": str,
    "passed": int,
    "failed": int,
    "skipped": int,
    "since": int | None,
    "changes": list[GetCheckupAnswerLatestChangesItem],
    "results": list[GetCheckupAnswerLatestResultsItem],
    "findings": list[GetCheckupAnswerLatestFindingsItem],
})

GetCheckupAnswerHistoryItem = TypedDict("GetCheckupAnswerHistoryItem", {
    "version": int,
    "createdAt": str,
    "passed": int,
    "failed": int,
    "skipped": int,
})

GetCheckupAnswer = TypedDict("GetCheckupAnswer", {
    "version": int,
    "latest": GetCheckupAnswerLatest | None,
    "history": list[GetCheckupAnswerHistoryItem],
})

PostCheckupAnswerChangesItem = TypedDict("PostCheckupAnswerChangesItem", {
    "id": str,
    "change": Literal["failing", "passing", "answer"],
})

PostCheckupAnswerResultsItemTurnsItem = TypedDict("PostCheckupAnswerResultsItemTurnsItem", {
    "asked": str,
    "answered": str,
})

PostCheckupAnswerResultsItem = TypedDict("PostCheckupAnswerResultsItem", {
    "id": str,
    "topic": str,
    "turns": list[PostCheckupAnswerResultsItemTurnsItem],
    "expected": list[str | list[str]],
    "books": bool,
    "passed": bool,
    "at": str,
})

PostCheckupAnswerFindingsItem = TypedDict("PostCheckupAnswerFindingsItem", {
    "id": str,
    "text": str,
    "at": str,
})

PostCheckupAnswer = TypedDict("PostCheckupAnswer", {
    "version": int | None,
    "createdAt": str,
    "passed": int,
    "failed": int,
    "skipped": int,
    "since": int | None,
    "changes": list[PostCheckupAnswerChangesItem],
    "results": list[PostCheckupAnswerResultsItem],
    "findings": list[PostCheckupAnswerFindingsItem],
})

PostCheckupBodyConfigContact = TypedDict("PostCheckupBodyConfigContact", {
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "address": NotRequired[str],
    "website": NotRequired[str],
})

PostCheckupBodyConfigHours = TypedDict("PostCheckupBodyConfigHours", {
    "mon": NotRequired[list[list[str]]],
    "tue": NotRequired[list[list[str]]],
    "wed": NotRequired[list[list[str]]],
    "thu": NotRequired[list[list[str]]],
    "fri": NotRequired[list[list[str]]],
    "sat": NotRequired[list[list[str]]],
    "sun": NotRequired[list[list[str]]],
})

PostCheckupBodyConfigClosuresItem = TypedDict("PostCheckupBodyConfigClosuresItem", {
    "from": str,
    "to": str,
    "reason": NotRequired[str],
    "sample": NotRequired[bool],
})

PostCheckupBodyConfigServicesItem = TypedDict("PostCheckupBodyConfigServicesItem", {
    "name": str,
    "description": NotRequired[str],
    "price": NotRequired[int],
    "sample": NotRequired[bool],
})

PostCheckupBodyConfigFaqsItem = TypedDict("PostCheckupBodyConfigFaqsItem", {
    "question": str,
    "answer": str,
    "sample": NotRequired[bool],
})

PostCheckupBodyConfigPolicies = TypedDict("PostCheckupBodyConfigPolicies", {
    "cancellation": NotRequired[str],
    "deposit": NotRequired[str],
    "lateArrival": NotRequired[str],
    "returns": NotRequired[str],
})

PostCheckupBodyConfigBookingRemindersItem = TypedDict("PostCheckupBodyConfigBookingRemindersItem", {
    "beforeMinutes": int,
})

PostCheckupBodyConfigBooking = TypedDict("PostCheckupBodyConfigBooking", {
    "noticeMinutes": int,
    "horizonDays": int,
    "slotMinutes": int,
    "cancelUntilMinutes": int,
    "reminders": NotRequired[list[PostCheckupBodyConfigBookingRemindersItem]],
    "confirmations": NotRequired[bool],
})

PostCheckupBodyConfigDepositsRulesItem = TypedDict("PostCheckupBodyConfigDepositsRulesItem", {
    "services": NotRequired[list[str]],
    "minPartySize": NotRequired[int],
    "minMinutes": NotRequired[int],
    "fixed": NotRequired[int],
    "perPerson": NotRequired[int],
    "percent": NotRequired[int],
    "mode": Literal["charge", "hold"],
    "refundUntilHours": int,
})

PostCheckupBodyConfigDeposits = TypedDict("PostCheckupBodyConfigDeposits", {
    "rules": list[PostCheckupBodyConfigDepositsRulesItem],
    "payWithinMinutes": NotRequired[int],
})

PostCheckupBodyConfigHandoff = TypedDict("PostCheckupBodyConfigHandoff", {
    "email": NotRequired[str],
    "message": NotRequired[str],
})

PostCheckupBodyConfigSafety = TypedDict("PostCheckupBodyConfigSafety", {
    "onCall": NotRequired[str],
    "personWords": NotRequired[list[str]],
})

PostCheckupBodyConfigDigest = TypedDict("PostCheckupBodyConfigDigest", {
    "weekly": bool,
})

PostCheckupBodyConfig = TypedDict("PostCheckupBodyConfig", {
    "name": NotRequired[str],
    "description": NotRequired[str],
    "country": NotRequired[str],
    "timezone": NotRequired[str],
    "currency": NotRequired[str],
    "locale": NotRequired[str],
    "tone": NotRequired[Literal["friendly", "formal"]],
    "greeting": NotRequired[str],
    "contact": NotRequired[PostCheckupBodyConfigContact],
    "hours": NotRequired[PostCheckupBodyConfigHours],
    "closures": NotRequired[list[PostCheckupBodyConfigClosuresItem]],
    "services": NotRequired[list[PostCheckupBodyConfigServicesItem]],
    "faqs": NotRequired[list[PostCheckupBodyConfigFaqsItem]],
    "policies": NotRequired[PostCheckupBodyConfigPolicies],
    "booking": NotRequired[PostCheckupBodyConfigBooking],
    "deposits": NotRequired[PostCheckupBodyConfigDeposits],
    "handoff": NotRequired[PostCheckupBodyConfigHandoff],
    "safety": NotRequired[PostCheckupBodyConfigSafety],
    "retentionDays": NotRequired[int],
    "samples": NotRequired[list[str]],
    "widget": NotRequired[Widget],
    "brand": NotRequired[Brand],
    "assistant": NotRequired[Assistant],
    "digest": NotRequired[PostCheckupBodyConfigDigest],
    "industry": NotRequired[str | None],
    "industries": NotRequired[list[Literal["fitness", "medical", "restaurant", "retail", "salon"]]],
    "fitness": NotRequired[Fitness],
    "medical": NotRequired[Medical],
    "restaurant": NotRequired[Restaurant],
    "retail": NotRequired[Retail],
    "salon": NotRequired[Salon],
})

PostCheckupBody = TypedDict("PostCheckupBody", {
    "config": NotRequired[PostCheckupBodyConfig],
    "dryRun": NotRequired[bool],
})

GetCheckupVersionAnswerChangesItem = TypedDict("GetCheckupVersionAnswerChangesItem", {
    "id": str,
    "change": Literal["failing", "passing", "answer"],
})

GetCheckupVersionAnswerResultsItemTurnsItem = TypedDict("GetCheckupVersionAnswerResultsItemTurnsItem", {
    "asked": str,
    "answered": str,
})

GetCheckupVersionAnswerResultsItem = TypedDict("GetCheckupVersionAnswerResultsItem", {
    "id": str,
    "topic": str,
    "turns": list[GetCheckupVersionAnswerResultsItemTurnsItem],
    "expected": list[str | list[str]],
    "books": bool,
    "passed": bool,
    "at": str,
})

GetCheckupVersionAnswerFindingsItem = TypedDict("GetCheckupVersionAnswerFindingsItem", {
    "id": str,
    "text": str,
    "at": str,
})

GetCheckupVersionAnswer = TypedDict("GetCheckupVersionAnswer", {
    "version": int | None,
    "createdAt": str,
    "passed": int,
    "failed": int,
    "skipped": int,
    "since": int | None,
    "changes": list[GetCheckupVersionAnswerChangesItem],
    "results": list[GetCheckupVersionAnswerResultsItem],
    "findings": list[GetCheckupVersionAnswerFindingsItem],
})

GetCheckupVersionParams = TypedDict("GetCheckupVersionParams", {
    "version": str,
})

KnowledgeProgress = TypedDict("KnowledgeProgress", {
    "read": int,
    "found": int,
})

Knowledge = TypedDict("Knowledge", {
    "id": str,
    "title": str,
    "kind": Literal["text", "file", "website"],
    "url": NotRequired[str],
    "status": Literal["reading", "ready", "failed"],
    "reason": str | None,
    "progress": KnowledgeProgress,
    "passages": int,
    "createdAt": str,
    "readAt": str | None,
})

PostKnowledgeBodyFile = TypedDict("PostKnowledgeBodyFile", {
    "name": str,
    "base64": str,
})

PostKnowledgeBody = TypedDict("PostKnowledgeBody", {
    "title": NotRequired[str],
    "text": NotRequired[str],
    "url": NotRequired[str],
    "file": NotRequired[PostKnowledgeBodyFile],
    "dryRun": NotRequired[bool],
})

GetKnowledgeAnswer = TypedDict("GetKnowledgeAnswer", {
    "object": Literal["list"],
    "data": list[Knowledge],
    "has_more": bool,
})

GetKnowledgeQuery = TypedDict("GetKnowledgeQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

GetKnowledgeIdAnswerProgress = TypedDict("GetKnowledgeIdAnswerProgress", {
    "read": int,
    "found": int,
})

GetKnowledgeIdAnswerContentDataItem = TypedDict("GetKnowledgeIdAnswerContentDataItem", {
    "id": str,
    "title": str,
    "text": str,
    "url": NotRequired[str],
})

GetKnowledgeIdAnswerContent = TypedDict("GetKnowledgeIdAnswerContent", {
    "object": Literal["list"],
    "data": list[GetKnowledgeIdAnswerContentDataItem],
    "has_more": bool,
})

GetKnowledgeIdAnswer = TypedDict("GetKnowledgeIdAnswer", {
    "id": str,
    "title": str,
    "kind": Literal["text", "file", "website"],
    "url": NotRequired[str],
    "status": Literal["reading", "ready", "failed"],
    "reason": str | None,
    "progress": GetKnowledgeIdAnswerProgress,
    "passages": int,
    "createdAt": str,
    "readAt": str | None,
    "content": GetKnowledgeIdAnswerContent,
})

GetKnowledgeIdParams = TypedDict("GetKnowledgeIdParams", {
    "id": str,
})

GetKnowledgeIdQuery = TypedDict("GetKnowledgeIdQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

DeleteKnowledgeIdParams = TypedDict("DeleteKnowledgeIdParams", {
    "id": str,
})

GetFitnessClassesAnswerClassesItem = TypedDict("GetFitnessClassesAnswerClassesItem", {
    "occurrenceId": str,
    "id": str,
    "name": str,
    "description": NotRequired[str],
    "instructor": str | None,
    "level": str | None,
    "price": int | None,
    "startsAt": str,
    "endsAt": str,
    "capacity": int,
    "spotsLeft": int,
    "waitlist": int,
})

GetFitnessClassesAnswer = TypedDict("GetFitnessClassesAnswer", {
    "classes": list[GetFitnessClassesAnswerClassesItem],
})

GetFitnessClassesQuery = TypedDict("GetFitnessClassesQuery", {
    "from": NotRequired[str],
    "days": NotRequired[int],
    "after": NotRequired[str],
    "before": NotRequired[str],
    "instructor": NotRequired[str],
    "level": NotRequired[str],
    "q": NotRequired[str],
    "limit": NotRequired[int],
})

AvailabilityCheckAlternativesItemResource = TypedDict("AvailabilityCheckAlternativesItemResource", {
    "id": str,
    "name": str,
})

AvailabilityCheckAlternativesItem = TypedDict("AvailabilityCheckAlternativesItem", {
    "startsAt": str,
    "resource": AvailabilityCheckAlternativesItemResource,
})

AvailabilityCheck = TypedDict("AvailabilityCheck", {
    "available": bool,
    "startsAt": str,
    "reason": NotRequired[Literal["closed", "full", "too_soon", "too_far", "no_such_resource", "not_offered", "party_too_large"]],
    "alternatives": list[AvailabilityCheckAlternativesItem],
})

BookingService = TypedDict("BookingService", {
    "id": str,
    "name": str,
})

BookingResource = TypedDict("BookingResource", {
    "id": str,
    "name": str,
})

BookingCustomer = TypedDict("BookingCustomer", {
    "name": str,
    "phone": str | None,
    "email": str | None,
    "textsAllowed": NotRequired[bool],
})

Deposit = TypedDict("Deposit", {
    "id": str,
    "amount": int,
    "currency": str,
    "mode": Literal["charge", "hold"],
    "status": Literal["open", "failed", "expired", "held", "released", "paid", "captured", "refunding", "refunded", "disputed", "waived"],
    "refundUntil": str,
    "refundedAmount": NotRequired[int],
    "payBy": NotRequired[str],
    "url": NotRequired[str],
    "error": NotRequired[str],
})

Booking = TypedDict("Booking", {
    "id": str,
    "kind": Literal["reservation", "appointment", "training", "class"],
    "industry": str,
    "status": Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"],
    "code": str,
    "startsAt": str,
    "endsAt": str,
    "timezone": str,
    "partySize": int | None,
    "service": BookingService | None,
    "resource": BookingResource | None,
    "customer": BookingCustomer,
    "notes": str | None,
    "version": int,
    "conversationId": str | None,
    "sealed": NotRequired[bool],
    "offeredUntil": NotRequired[str],
    "deposit": NotRequired[Deposit],
    "confirmedAt": NotRequired[str],
    "createdAt": str,
    "updatedAt": str,
})

PostFitnessClassesOccurrenceIdBookingsParams = TypedDict("PostFitnessClassesOccurrenceIdBookingsParams", {
    "occurrenceId": str,
})

PostFitnessClassesOccurrenceIdBookingsBodyCustomer = TypedDict("PostFitnessClassesOccurrenceIdBookingsBodyCustomer", {
    "name": str,
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "textsAllowed": NotRequired[bool],
})

PostFitnessClassesOccurrenceIdBookingsBody = TypedDict("PostFitnessClassesOccurrenceIdBookingsBody", {
    "startsAt": NotRequired[str],
    "customer": NotRequired[PostFitnessClassesOccurrenceIdBookingsBodyCustomer],
    "notes": NotRequired[str],
    "checkOnly": NotRequired[bool],
    "dryRun": NotRequired[bool],
})

PostFitnessMembershipAnswerMembership = TypedDict("PostFitnessMembershipAnswerMembership", {
    "id": str,
    "name": str,
    "price": NotRequired[int],
    "interval": NotRequired[Literal["week", "month", "year", "once"]],
})

PostFitnessMembershipAnswerCurrentMembership = TypedDict("PostFitnessMembershipAnswerCurrentMembership", {
    "id": str,
    "name": str,
    "price": NotRequired[int],
    "interval": NotRequired[Literal["week", "month", "year", "once"]],
})

PostFitnessMembershipAnswerQuote = TypedDict("PostFitnessMembershipAnswerQuote", {
    "amount": int,
    "currency": str,
    "interval": Literal["week", "month", "year", "once"],
    "dueNow": int,
    "from": str,
    "nextPaymentOn": str | None,
})

PostFitnessMembershipAnswer = TypedDict("PostFitnessMembershipAnswer", {
    "id": str,
    "status": str,
    "type": Literal["inquiry", "join", "upgrade", "freeze", "cancel"],
    "membership": PostFitnessMembershipAnswerMembership | None,
    "currentMembership": PostFitnessMembershipAnswerCurrentMembership | None,
    "quote": NotRequired[PostFitnessMembershipAnswerQuote],
    "createdAt": str,
})

PostFitnessMembershipBodyCustomer = TypedDict("PostFitnessMembershipBodyCustomer", {
    "name": str,
    "phone": NotRequired[str],
    "email": NotRequired[str],
})

PostFitnessMembershipBody = TypedDict("PostFitnessMembershipBody", {
    "type": Literal["inquiry", "join", "upgrade", "freeze", "cancel"],
    "membership": NotRequired[str],
    "currentMembership": NotRequired[str],
    "customer": PostFitnessMembershipBodyCustomer,
    "notes": NotRequired[str],
    "dryRun": NotRequired[bool],
})

PostFitnessTrainingBodyCustomer = TypedDict("PostFitnessTrainingBodyCustomer", {
    "name": str,
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "textsAllowed": NotRequired[bool],
})

PostFitnessTrainingBody = TypedDict("PostFitnessTrainingBody", {
    "trainer": NotRequired[str],
    "durationMinutes": NotRequired[int],
    "goals": NotRequired[str],
    "startsAt": str,
    "customer": NotRequired[PostFitnessTrainingBodyCustomer],
    "notes": NotRequired[str],
    "checkOnly": NotRequired[bool],
    "dryRun": NotRequired[bool],
})

ExpandedBookingService = TypedDict("ExpandedBookingService", {
    "id": str,
    "name": str,
})

ExpandedBookingResource = TypedDict("ExpandedBookingResource", {
    "id": str,
    "name": str,
})

ExpandedBookingCustomer = TypedDict("ExpandedBookingCustomer", {
    "name": str,
    "phone": str | None,
    "email": str | None,
    "textsAllowed": NotRequired[bool],
})

ExpandedBooking = TypedDict("ExpandedBooking", {
    "id": str,
    "kind": Literal["reservation", "appointment", "training", "class"],
    "industry": str,
    "status": Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"],
    "code": str,
    "startsAt": str,
    "endsAt": str,
    "timezone": str,
    "partySize": int | None,
    "service": ExpandedBookingService | None,
    "resource": ExpandedBookingResource | None,
    "customer": ExpandedBookingCustomer,
    "notes": str | None,
    "version": int,
    "conversationId": str | None,
    "sealed": NotRequired[bool],
    "offeredUntil": NotRequired[str],
    "deposit": NotRequired[Deposit],
    "confirmedAt": NotRequired[str],
    "createdAt": str,
    "updatedAt": str,
    "knownCustomer": NotRequired[Customer | None],
    "conversation": NotRequired[ConversationSummary | None],
})

GetFitnessTrainingAnswer = TypedDict("GetFitnessTrainingAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedBooking],
    "has_more": bool,
})

GetFitnessTrainingQuery = TypedDict("GetFitnessTrainingQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"]],
    "customerId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "sort": NotRequired[Literal["startsAt"]],
    "q": NotRequired[str],
    "expand": NotRequired[list[Literal["knownCustomer", "conversation"]]],
})

PostMedicalAppointmentsBodyPatient = TypedDict("PostMedicalAppointmentsBodyPatient", {
    "name": NotRequired[str],
    "dateOfBirth": NotRequired[str],
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "newPatient": NotRequired[bool],
})

PostMedicalAppointmentsBody = TypedDict("PostMedicalAppointmentsBody", {
    "action": NotRequired[Literal["book", "reschedule", "cancel"]],
    "code": NotRequired[str],
    "visitType": NotRequired[str],
    "provider": NotRequired[str],
    "startsAt": NotRequired[str],
    "patient": NotRequired[PostMedicalAppointmentsBodyPatient],
    "dateOfBirth": NotRequired[str],
    "reason": NotRequired[str],
    "notes": NotRequired[str],
    "checkOnly": NotRequired[bool],
    "dryRun": NotRequired[bool],
})

GetMedicalAppointmentsAnswer = TypedDict("GetMedicalAppointmentsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedBooking],
    "has_more": bool,
})

GetMedicalAppointmentsQuery = TypedDict("GetMedicalAppointmentsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"]],
    "customerId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "sort": NotRequired[Literal["startsAt"]],
    "q": NotRequired[str],
    "expand": NotRequired[list[Literal["knownCustomer", "conversation"]]],
})

PrescriptionRequestPatient = TypedDict("PrescriptionRequestPatient", {
    "name": str,
    "dateOfBirth": str,
    "phone": str | None,
    "email": str | None,
})

PrescriptionRequestPharmacy = TypedDict("PrescriptionRequestPharmacy", {
    "id": str | None,
    "name": str,
    "phone": str | None,
})

PrescriptionRequest = TypedDict("PrescriptionRequest", {
    "id": str,
    "status": Literal["requested", "approved", "sent_to_pharmacy", "ready", "denied"],
    "patient": PrescriptionRequestPatient,
    "medication": str,
    "dosage": str | None,
    "pharmacy": PrescriptionRequestPharmacy,
    "notes": str | None,
    "note": str | None,
    "expectedBy": str | None,
    "conversationId": str | None,
    "createdAt": str,
    "updatedAt": str,
})

PostMedicalPrescriptionsBodyPatient = TypedDict("PostMedicalPrescriptionsBodyPatient", {
    "name": str,
    "dateOfBirth": str,
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "newPatient": NotRequired[bool],
})

PostMedicalPrescriptionsBodyPharmacy = TypedDict("PostMedicalPrescriptionsBodyPharmacy", {
    "name": str,
    "phone": str,
})

PostMedicalPrescriptionsBody = TypedDict("PostMedicalPrescriptionsBody", {
    "patient": PostMedicalPrescriptionsBodyPatient,
    "medication": str,
    "dosage": NotRequired[str],
    "pharmacy": str | PostMedicalPrescriptionsBodyPharmacy,
    "notes": NotRequired[str],
    "dryRun": NotRequired[bool],
})

GetMedicalInsuranceAnswer1 = TypedDict("GetMedicalInsuranceAnswer1", {
    "accepted": Literal[True, False, "unknown"],
    "payer": str,
    "plan": str | None,
    "copay": int | None,
    "currency": str,
    "notice": str,
})

GetMedicalInsuranceAnswer2PayersItemPlansItem = TypedDict("GetMedicalInsuranceAnswer2PayersItemPlansItem", {
    "name": str,
    "accepted": bool,
})

GetMedicalInsuranceAnswer2PayersItem = TypedDict("GetMedicalInsuranceAnswer2PayersItem", {
    "payer": str,
    "plans": list[GetMedicalInsuranceAnswer2PayersItemPlansItem],
})

GetMedicalInsuranceAnswer2 = TypedDict("GetMedicalInsuranceAnswer2", {
    "payers": list[GetMedicalInsuranceAnswer2PayersItem],
    "notice": str,
})

GetMedicalInsuranceQuery = TypedDict("GetMedicalInsuranceQuery", {
    "payer": NotRequired[str],
    "plan": NotRequired[str],
    "visitType": NotRequired[str],
})

GetMedicalPrescriptionsIdParams = TypedDict("GetMedicalPrescriptionsIdParams", {
    "id": str,
})

PatchMedicalPrescriptionsIdParams = TypedDict("PatchMedicalPrescriptionsIdParams", {
    "id": str,
})

PatchMedicalPrescriptionsIdBody = TypedDict("PatchMedicalPrescriptionsIdBody", {
    "status": Literal["requested", "approved", "sent_to_pharmacy", "ready", "denied"],
    "note": NotRequired[str],
    "dryRun": NotRequired[bool],
})

GetRestaurantMenuAnswerItemsItemAllergens = TypedDict("GetRestaurantMenuAnswerItemsItemAllergens", {
    "contains": list[Literal["celery", "crustaceans", "egg", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts", "peanut", "sesame", "soy", "sulphites"]],
    "mayContain": NotRequired[list[Literal["celery", "crustaceans", "egg", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts", "peanut", "sesame", "soy", "sulphites"]]],
    "verifiedAt": NotRequired[str],
})

GetRestaurantMenuAnswerItemsItem = TypedDict("GetRestaurantMenuAnswerItemsItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "category": NotRequired[str],
    "price": NotRequired[int],
    "available": NotRequired[bool],
    "diets": NotRequired[list[Literal["vegan", "vegetarian", "gluten_free", "halal", "kosher", "dairy_free", "nut_free"]]],
    "allergens": NotRequired[GetRestaurantMenuAnswerItemsItemAllergens],
    "sample": NotRequired[bool],
})

GetRestaurantMenuAnswer = TypedDict("GetRestaurantMenuAnswer", {
    "items": list[GetRestaurantMenuAnswerItemsItem],
    "categories": list[str],
    "currency": str,
    "updatedAt": str | None,
})

GetRestaurantMenuQuery = TypedDict("GetRestaurantMenuQuery", {
    "category": NotRequired[str],
    "diet": NotRequired[str],
    "avoid": NotRequired[str],
    "maxPrice": NotRequired[int],
    "available": NotRequired[bool],
    "q": NotRequired[str],
})

GetRestaurantDietaryAnswerItemsItem = TypedDict("GetRestaurantDietaryAnswerItemsItem", {
    "id": str,
    "name": str,
    "diets": list[Literal["vegan", "vegetarian", "gluten_free", "halal", "kosher", "dairy_free", "nut_free"]],
    "contains": list[Literal["celery", "crustaceans", "egg", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts", "peanut", "sesame", "soy", "sulphites"]] | None,
    "mayContain": list[Literal["celery", "crustaceans", "egg", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts", "peanut", "sesame", "soy", "sulphites"]] | None,
    "verdict": Literal["suitable", "not_suitable", "unknown"],
    "verifiedAt": str | None,
    "available": bool,
})

GetRestaurantDietaryAnswer = TypedDict("GetRestaurantDietaryAnswer", {
    "items": list[GetRestaurantDietaryAnswerItemsItem],
    "notice": str,
})

GetRestaurantDietaryQuery = TypedDict("GetRestaurantDietaryQuery", {
    "diet": NotRequired[str],
    "avoid": NotRequired[str],
    "item": NotRequired[str],
    "category": NotRequired[str],
})

PostRestaurantReservationsBodyCustomer = TypedDict("PostRestaurantReservationsBodyCustomer", {
    "name": str,
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "textsAllowed": NotRequired[bool],
})

PostRestaurantReservationsBody = TypedDict("PostRestaurantReservationsBody", {
    "partySize": int,
    "area": NotRequired[str],
    "startsAt": str,
    "customer": NotRequired[PostRestaurantReservationsBodyCustomer],
    "notes": NotRequired[str],
    "checkOnly": NotRequired[bool],
    "waitlist": NotRequired[bool],
    "dryRun": NotRequired[bool],
})

GetRestaurantReservationsAnswer = TypedDict("GetRestaurantReservationsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedBooking],
    "has_more": bool,
})

GetRestaurantReservationsQuery = TypedDict("GetRestaurantReservationsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"]],
    "customerId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "sort": NotRequired[Literal["startsAt"]],
    "q": NotRequired[str],
    "expand": NotRequired[list[Literal["knownCustomer", "conversation"]]],
})

GetRetailProductsAnswerProductsItem = TypedDict("GetRetailProductsAnswerProductsItem", {
    "id": NotRequired[str],
    "sku": str,
    "name": str,
    "description": NotRequired[str],
    "category": NotRequired[str],
    "price": int,
    "stock": NotRequired[int],
    "options": NotRequired[dict[str, list[str]]],
    "sample": NotRequired[bool],
})

GetRetailProductsAnswer = TypedDict("GetRetailProductsAnswer", {
    "products": list[GetRetailProductsAnswerProductsItem],
    "currency": str,
})

GetRetailProductsQuery = TypedDict("GetRetailProductsQuery", {
    "category": NotRequired[str],
    "q": NotRequired[str],
    "inStock": NotRequired[bool],
    "maxPrice": NotRequired[int],
    "option": NotRequired[str],
})

PostRetailOrdersLookupAnswerItemsItem = TypedDict("PostRetailOrdersLookupAnswerItemsItem", {
    "sku": str,
    "name": NotRequired[str],
    "quantity": int,
    "price": NotRequired[int],
})

PostRetailOrdersLookupAnswer = TypedDict("PostRetailOrdersLookupAnswer", {
    "number": str,
    "email": str,
    "status": Literal["processing", "shipped", "delivered", "returned"],
    "items": list[PostRetailOrdersLookupAnswerItemsItem],
    "orderedAt": NotRequired[str],
    "deliveredAt": NotRequired[str],
    "trackingUrl": NotRequired[str],
    "sample": NotRequired[bool],
})

PostRetailOrdersLookupBody = TypedDict("PostRetailOrdersLookupBody", {
    "number": str,
    "email": str,
    "dryRun": NotRequired[bool],
})

PostRetailReturnsAnswerItemsItem = TypedDict("PostRetailReturnsAnswerItemsItem", {
    "sku": str,
    "quantity": int,
})

PostRetailReturnsAnswer = TypedDict("PostRetailReturnsAnswer", {
    "id": str,
    "status": str,
    "number": str,
    "items": list[PostRetailReturnsAnswerItemsItem],
    "createdAt": str,
})

PostRetailReturnsBodyItemsItem = TypedDict("PostRetailReturnsBodyItemsItem", {
    "sku": str,
    "quantity": int,
})

PostRetailReturnsBody = TypedDict("PostRetailReturnsBody", {
    "number": str,
    "email": str,
    "items": list[PostRetailReturnsBodyItemsItem],
    "reason": NotRequired[str],
    "dryRun": NotRequired[bool],
})

GetSalonServicesAnswerServicesItem = TypedDict("GetSalonServicesAnswerServicesItem", {
    "id": NotRequired[str],
    "name": str,
    "description": NotRequired[str],
    "category": NotRequired[str],
    "price": NotRequired[int],
    "durationMinutes": int,
    "bufferMinutes": NotRequired[int],
    "bufferBeforeMinutes": NotRequired[int],
    "sample": NotRequired[bool],
    "stylists": list[str],
})

GetSalonServicesAnswer = TypedDict("GetSalonServicesAnswer", {
    "services": list[GetSalonServicesAnswerServicesItem],
    "currency": str,
})

GetSalonServicesQuery = TypedDict("GetSalonServicesQuery", {
    "category": NotRequired[str],
    "maxMinutes": NotRequired[int],
    "maxPrice": NotRequired[int],
    "q": NotRequired[str],
})

GetSalonAvailabilityAnswer1StylistsItem = TypedDict("GetSalonAvailabilityAnswer1StylistsItem", {
    "id": str,
    "name": str,
    "slots": list[str],
})

GetSalonAvailabilityAnswer1 = TypedDict("GetSalonAvailabilityAnswer1", {
    "stylists": list[GetSalonAvailabilityAnswer1StylistsItem],
})

GetSalonAvailabilityAnswer2ServicesItemNextItemStylist = TypedDict("GetSalonAvailabilityAnswer2ServicesItemNextItemStylist", {
    "id": str,
    "name": str,
})

GetSalonAvailabilityAnswer2ServicesItemNextItem = TypedDict("GetSalonAvailabilityAnswer2ServicesItemNextItem", {
    "startsAt": str,
    "stylist": GetSalonAvailabilityAnswer2ServicesItemNextItemStylist,
})

GetSalonAvailabilityAnswer2ServicesItem = TypedDict("GetSalonAvailabilityAnswer2ServicesItem", {
    "id": str,
    "name": str,
    "next": list[GetSalonAvailabilityAnswer2ServicesItemNextItem],
})

GetSalonAvailabilityAnswer2 = TypedDict("GetSalonAvailabilityAnswer2", {
    "services": list[GetSalonAvailabilityAnswer2ServicesItem],
})

GetSalonAvailabilityQuery = TypedDict("GetSalonAvailabilityQuery", {
    "service": NotRequired[str],
    "stylist": NotRequired[str],
    "from": NotRequired[str],
    "days": NotRequired[int],
    "after": NotRequired[str],
    "before": NotRequired[str],
})

PostSalonAppointmentsBodyCustomer = TypedDict("PostSalonAppointmentsBodyCustomer", {
    "name": str,
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "textsAllowed": NotRequired[bool],
})

PostSalonAppointmentsBody = TypedDict("PostSalonAppointmentsBody", {
    "service": str,
    "stylist": NotRequired[str],
    "startsAt": str,
    "customer": NotRequired[PostSalonAppointmentsBodyCustomer],
    "notes": NotRequired[str],
    "checkOnly": NotRequired[bool],
    "dryRun": NotRequired[bool],
})

GetSalonAppointmentsAnswer = TypedDict("GetSalonAppointmentsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedBooking],
    "has_more": bool,
})

GetSalonAppointmentsQuery = TypedDict("GetSalonAppointmentsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"]],
    "customerId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "sort": NotRequired[Literal["startsAt"]],
    "q": NotRequired[str],
    "expand": NotRequired[list[Literal["knownCustomer", "conversation"]]],
})

GetBookingsAnswer = TypedDict("GetBookingsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedBooking],
    "has_more": bool,
})

GetBookingsQuery = TypedDict("GetBookingsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"]],
    "customerId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "sort": NotRequired[Literal["startsAt"]],
    "q": NotRequired[str],
    "kind": NotRequired[Literal["reservation", "appointment", "training", "class"]],
    "format": NotRequired[Literal["json", "csv", "ndjson"]],
    "expand": NotRequired[list[Literal["knownCustomer", "conversation"]]],
})

GetBookingsIdParams = TypedDict("GetBookingsIdParams", {
    "id": str,
})

GetBookingsIdQuery = TypedDict("GetBookingsIdQuery", {
    "expand": NotRequired[list[Literal["knownCustomer", "conversation"]]],
})

PatchBookingsIdParams = TypedDict("PatchBookingsIdParams", {
    "id": str,
})

PatchBookingsIdBody = TypedDict("PatchBookingsIdBody", {
    "startsAt": NotRequired[str],
    "partySize": NotRequired[int],
    "resourceId": NotRequired[str],
    "status": NotRequired[Literal["confirmed", "awaiting_payment", "waitlisted", "offered", "cancelled", "completed", "no_show"]],
    "notes": NotRequired[str],
    "version": NotRequired[int],
    "dryRun": NotRequired[bool],
})

GetBookingsIdCalendarIcsParams = TypedDict("GetBookingsIdCalendarIcsParams", {
    "id": str,
})

GetBookingsIdCalendarIcsQuery = TypedDict("GetBookingsIdCalendarIcsQuery", {
    "token": NotRequired[str],
})

PostBookingsIdCancelParams = TypedDict("PostBookingsIdCancelParams", {
    "id": str,
})

PostBookingsIdCancelBody = TypedDict("PostBookingsIdCancelBody", {
    "dryRun": NotRequired[bool],
})

GetAvailabilityExplainAnswerRulesItem = TypedDict("GetAvailabilityExplainAnswerRulesItem", {
    "rule": str,
    "ok": bool,
    "detail": str,
})

GetAvailabilityExplainAnswer = TypedDict("GetAvailabilityExplainAnswer", {
    "available": bool,
    "rules": list[GetAvailabilityExplainAnswerRulesItem],
})

GetAvailabilityExplainQuery = TypedDict("GetAvailabilityExplainQuery", {
    "trainer": NotRequired[str],
    "durationMinutes": NotRequired[int],
    "visitType": NotRequired[str],
    "provider": NotRequired[str],
    "partySize": NotRequired[int],
    "area": NotRequired[str],
    "waitlist": NotRequired[bool],
    "service": NotRequired[str],
    "stylist": NotRequired[str],
    "industry": Literal["fitness", "medical", "restaurant", "salon"],
    "startsAt": str,
})

GetCustomersAnswer = TypedDict("GetCustomersAnswer", {
    "object": Literal["list"],
    "data": list[Customer],
    "has_more": bool,
})

GetCustomersQuery = TypedDict("GetCustomersQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "q": NotRequired[str],
    "tag": NotRequired[str],
    "bookingId": NotRequired[str],
    "sort": NotRequired[Literal["name", "lastBooking"]],
    "format": NotRequired[Literal["json", "csv", "ndjson"]],
})

CustomerProfileConsentsTexts = TypedDict("CustomerProfileConsentsTexts", {
    "allowed": bool,
    "at": str,
})

CustomerProfileConsentsMarketing = TypedDict("CustomerProfileConsentsMarketing", {
    "allowed": bool,
    "at": str,
})

CustomerProfileConsents = TypedDict("CustomerProfileConsents", {
    "texts": CustomerProfileConsentsTexts | None,
    "marketing": CustomerProfileConsentsMarketing | None,
})

CustomerProfileOtherContactsItem = TypedDict("CustomerProfileOtherContactsItem", {
    "phone": str | None,
    "email": str | None,
})

CustomerProfileStats = TypedDict("CustomerProfileStats", {
    "visits": int,
    "upcoming": int,
    "noShows": int,
    "canceled": int,
    "lastVisitAt": str | None,
    "nextBookingAt": str | None,
    "value": int | None,
    "conversations": int,
    "requests": int,
})

CustomerProfile = TypedDict("CustomerProfile", {
    "id": str,
    "name": str,
    "phone": str | None,
    "email": str | None,
    "dateOfBirth": NotRequired[str],
    "language": str | None,
    "tags": list[str],
    "notes": str,
    "consents": CustomerProfileConsents,
    "sealed": bool,
    "lastBookingAt": str | None,
    "version": int,
    "createdAt": str,
    "updatedAt": str,
    "otherContacts": list[CustomerProfileOtherContactsItem],
    "stats": CustomerProfileStats,
})

PostCustomersBodyConsents = TypedDict("PostCustomersBodyConsents", {
    "texts": NotRequired[bool | None],
    "marketing": NotRequired[bool | None],
})

PostCustomersBody = TypedDict("PostCustomersBody", {
    "name": str,
    "dateOfBirth": NotRequired[str],
    "phone": NotRequired[str | None],
    "email": NotRequired[str | None],
    "language": NotRequired[Literal["en", "es", "fr", "de", "pt", "it", "nl", "pl", "zh", "ja", "ar", "hi", None]],
    "tags": NotRequired[list[str]],
    "notes": NotRequired[str],
    "consents": NotRequired[PostCustomersBodyConsents],
    "dryRun": NotRequired[bool],
})

GetCustomersTagsAnswer = TypedDict("GetCustomersTagsAnswer", {
    "tags": list[str],
})

GetCustomersIdParams = TypedDict("GetCustomersIdParams", {
    "id": str,
})

PatchCustomersIdParams = TypedDict("PatchCustomersIdParams", {
    "id": str,
})

PatchCustomersIdBodyConsents = TypedDict("PatchCustomersIdBodyConsents", {
    "texts": NotRequired[bool | None],
    "marketing": NotRequired[bool | None],
})

PatchCustomersIdBody = TypedDict("PatchCustomersIdBody", {
    "name": NotRequired[str],
    "phone": NotRequired[str | None],
    "email": NotRequired[str | None],
    "language": NotRequired[Literal["en", "es", "fr", "de", "pt", "it", "nl", "pl", "zh", "ja", "ar", "hi", None]],
    "tags": NotRequired[list[str]],
    "notes": NotRequired[str],
    "consents": NotRequired[PatchCustomersIdBodyConsents],
    "version": NotRequired[int],
    "dryRun": NotRequired[bool],
})

DeleteCustomersIdAnswerReportItem = TypedDict("DeleteCustomersIdAnswerReportItem", {
    "place": str,
    "outcome": Literal["removed", "emptied", "kept"],
    "count": int | None,
    "about": str,
})

DeleteCustomersIdAnswerMentionsItem = TypedDict("DeleteCustomersIdAnswerMentionsItem", {
    "kind": Literal["conversation", "booking", "request", "customer", "customer_import", "prescription", "knowledge", "ready_reply", "document"],
    "id": str,
    "by": list[Literal["name", "phone", "email", "visitor"]],
})

DeleteCustomersIdAnswer = TypedDict("DeleteCustomersIdAnswer", {
    "conversations": int,
    "bookings": int,
    "requests": int,
    "customers": int,
    "prescriptions": int,
    "report": list[DeleteCustomersIdAnswerReportItem],
    "mentions": list[DeleteCustomersIdAnswerMentionsItem],
    "mentionCount": int,
})

DeleteCustomersIdParams = TypedDict("DeleteCustomersIdParams", {
    "id": str,
})

PostCustomersIdMergeParams = TypedDict("PostCustomersIdMergeParams", {
    "id": str,
})

PostCustomersIdMergeBody = TypedDict("PostCustomersIdMergeBody", {
    "customerId": str,
    "dryRun": NotRequired[bool],
})

CustomerImportErrorsItem = TypedDict("CustomerImportErrorsItem", {
    "line": int,
    "detail": str,
})

CustomerImport = TypedDict("CustomerImport", {
    "id": str,
    "status": Literal["running", "finished"],
    "total": int,
    "read": int,
    "created": int,
    "updated": int,
    "unchanged": int,
    "failed": int,
    "errors": list[CustomerImportErrorsItem],
    "createdAt": str,
    "finishedAt": str | None,
})

PostCustomerImportsBody = TypedDict("PostCustomerImportsBody", {
    "csv": str,
    "dryRun": NotRequired[bool],
})

GetCustomerImportsIdParams = TypedDict("GetCustomerImportsIdParams", {
    "id": str,
})

CalendarFeed = TypedDict("CalendarFeed", {
    "resource": str | None,
    "name": str,
    "url": str,
})

GetCalendarFeedsAnswer = TypedDict("GetCalendarFeedsAnswer", {
    "object": Literal["list"],
    "data": list[CalendarFeed],
})

PostCalendarFeedsResetBody = TypedDict("PostCalendarFeedsResetBody", {
    "resource": str | None,
    "dryRun": NotRequired[bool],
})

GetCalendarsTokenParams = TypedDict("GetCalendarsTokenParams", {
    "token": str,
})

CalendarConnectionCalendar = TypedDict("CalendarConnectionCalendar", {
    "id": str,
    "name": str,
})

CalendarConnection = TypedDict("CalendarConnection", {
    "id": str,
    "provider": Literal["caldav", "google"],
    "resource": str | None,
    "name": str,
    "account": str,
    "calendar": CalendarConnectionCalendar | None,
    "status": Literal["choose_calendar", "active", "needs_attention"],
    "problem": str | None,
    "lastSyncedAt": str | None,
    "createdAt": str,
})

GetCalendarConnectionsAnswer = TypedDict("GetCalendarConnectionsAnswer", {
    "object": Literal["list"],
    "data": list[CalendarConnection],
})

PostCalendarConnectionsBody = TypedDict("PostCalendarConnectionsBody", {
    "resource": str | None,
    "server": str,
    "user": str,
    "password": str,
    "dryRun": NotRequired[bool],
})

GetCalendarConnectionsIdCalendarsAnswerDataItem = TypedDict("GetCalendarConnectionsIdCalendarsAnswerDataItem", {
    "id": str,
    "name": str,
})

GetCalendarConnectionsIdCalendarsAnswer = TypedDict("GetCalendarConnectionsIdCalendarsAnswer", {
    "object": Literal["list"],
    "data": list[GetCalendarConnectionsIdCalendarsAnswerDataItem],
})

GetCalendarConnectionsIdCalendarsParams = TypedDict("GetCalendarConnectionsIdCalendarsParams", {
    "id": str,
})

PatchCalendarConnectionsIdParams = TypedDict("PatchCalendarConnectionsIdParams", {
    "id": str,
})

PatchCalendarConnectionsIdBody = TypedDict("PatchCalendarConnectionsIdBody", {
    "calendar": NotRequired[str],
    "password": NotRequired[str],
    "dryRun": NotRequired[bool],
})

DeleteCalendarConnectionsIdParams = TypedDict("DeleteCalendarConnectionsIdParams", {
    "id": str,
})

PostCalendarConnectionsIdSyncParams = TypedDict("PostCalendarConnectionsIdSyncParams", {
    "id": str,
})

PostCalendarConnectionsIdSyncBody = TypedDict("PostCalendarConnectionsIdSyncBody", {
    "dryRun": NotRequired[bool],
})

PostCalendarConnectionsGoogleAnswer = TypedDict("PostCalendarConnectionsGoogleAnswer", {
    "url": str,
})

PostCalendarConnectionsGoogleBody = TypedDict("PostCalendarConnectionsGoogleBody", {
    "resource": str | None,
    "connection": NotRequired[str],
    "dryRun": NotRequired[bool],
})

PostCalendarConnectionsGoogleFinishBody = TypedDict("PostCalendarConnectionsGoogleFinishBody", {
    "code": str,
    "state": str,
    "dryRun": NotRequired[bool],
})

CalendarConflictResource = TypedDict("CalendarConflictResource", {
    "id": str,
    "name": str,
})

CalendarConflict = TypedDict("CalendarConflict", {
    "connectionId": str,
    "bookingId": str,
    "code": str,
    "startsAt": str,
    "endsAt": str,
    "resource": CalendarConflictResource | None,
    "kind": Literal["overlap", "put_back"],
    "detail": str,
    "otherStartsAt": str | None,
    "otherEndsAt": str | None,
})

GetCalendarConflictsAnswer = TypedDict("GetCalendarConflictsAnswer", {
    "object": Literal["list"],
    "data": list[CalendarConflict],
})

DeleteCalendarConnectionsIdConflictsBookingIdParams = TypedDict("DeleteCalendarConnectionsIdConflictsBookingIdParams", {
    "id": str,
    "bookingId": str,
})

BookingNotice = TypedDict("BookingNotice", {
    "id": str,
    "about": Literal["booking.created", "booking.held", "booking.rescheduled", "booking.cancelled", "booking.reminder", "waitlist.offered"],
    "channel": str | None,
    "status": Literal["pending", "sending", "sent", "delivered", "read", "failed", "none"],
    "error": str | None,
    "createdAt": str,
})

GetBookingsIdNoticesAnswer = TypedDict("GetBookingsIdNoticesAnswer", {
    "notices": list[BookingNotice],
})

GetBookingsIdNoticesParams = TypedDict("GetBookingsIdNoticesParams", {
    "id": str,
})

PaymentConnection = TypedDict("PaymentConnection", {
    "account": str,
    "accountName": str | None,
    "lastEventAt": str | None,
    "lastError": str | None,
    "createdAt": str,
})

GetPaymentsConnectionAnswer = TypedDict("GetPaymentsConnectionAnswer", {
    "connection": PaymentConnection | None,
})

PutPaymentsConnectionAnswer = TypedDict("PutPaymentsConnectionAnswer", {
    "connection": PaymentConnection | None,
})

PutPaymentsConnectionBody = TypedDict("PutPaymentsConnectionBody", {
    "secretKey": str,
})

PostBookingsIdDepositWaiveParams = TypedDict("PostBookingsIdDepositWaiveParams", {
    "id": str,
})

PostBookingsIdDepositRefundParams = TypedDict("PostBookingsIdDepositRefundParams", {
    "id": str,
})

BookingPageOffersItemEntriesItem = TypedDict("BookingPageOffersItemEntriesItem", {
    "name": str,
    "title": str,
})

BookingPageOffersItem = TypedDict("BookingPageOffersItem", {
    "name": str,
    "title": str,
    "entries": list[BookingPageOffersItemEntriesItem],
})

BookingPage = TypedDict("BookingPage", {
    "enabled": bool,
    "name": str | None,
    "url": str | None,
    "hidden": list[str],
    "offers": list[BookingPageOffersItem],
    "websites": list[str],
})

PutBookingPageBody = TypedDict("PutBookingPageBody", {
    "enabled": NotRequired[bool],
    "name": NotRequired[str],
    "hidden": NotRequired[list[str]],
    "dryRun": NotRequired[bool],
})

PostMcpAnswer = TypedDict("PostMcpAnswer", {
    "jsonrpc": Literal["2.0"],
    "id": Any,
    "result": NotRequired[Any],
    "error": NotRequired[Any],
})

PostMcpBody = TypedDict("PostMcpBody", {
    "jsonrpc": Literal["2.0"],
    "id": NotRequired[str | int],
    "method": NotRequired[str],
    "params": NotRequired[dict[str, Any]],
    "result": NotRequired[Any],
    "error": NotRequired[Any],
    "dryRun": NotRequired[bool],
})

PostWebhooksAnswer = TypedDict("PostWebhooksAnswer", {
    "id": str,
    "url": str,
    "events": list[str],
    "description": str | None,
    "status": Literal["enabled", "disabled"],
    "disabledBecause": Literal["asked", "gone", "failing", None],
    "failingSince": str | None,
    "createdAt": str,
    "updatedAt": str,
    "secret": str,
})

PostWebhooksBody = TypedDict("PostWebhooksBody", {
    "url": str,
    "events": list[Literal["*", "conversation.*", "message.*", "feedback.*", "booking.*", "payment.*", "customer.*", "waitlist.*", "membership.*", "prescription.*", "return.*", "service_level.*", "quota.*", "config.*", "webhook.*", "conversation.created", "conversation.handoff", "conversation.resolved", "message.received", "message.replied", "feedback.received", "booking.created", "booking.held", "booking.rescheduled", "booking.cancelled", "booking.reminder", "payment.succeeded", "payment.failed", "payment.refunded", "payment.disputed", "customer.created", "customer.updated", "customer.merged", "waitlist.offered", "membership.requested", "prescription.requested", "prescription.updated", "return.requested", "service_level.missed", "quota.warning", "quota.exceeded", "config.changed", "webhook.disabled", "ping"]],
    "description": NotRequired[str | None],
    "dryRun": NotRequired[bool],
})

WebhookEndpoint = TypedDict("WebhookEndpoint", {
    "id": str,
    "url": str,
    "events": list[str],
    "description": str | None,
    "status": Literal["enabled", "disabled"],
    "disabledBecause": Literal["asked", "gone", "failing", None],
    "failingSince": str | None,
    "createdAt": str,
    "updatedAt": str,
})

GetWebhooksAnswer = TypedDict("GetWebhooksAnswer", {
    "object": Literal["list"],
    "data": list[WebhookEndpoint],
    "has_more": bool,
})

GetWebhooksQuery = TypedDict("GetWebhooksQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

GetWebhooksIdParams = TypedDict("GetWebhooksIdParams", {
    "id": str,
})

PatchWebhooksIdParams = TypedDict("PatchWebhooksIdParams", {
    "id": str,
})

PatchWebhooksIdBody = TypedDict("PatchWebhooksIdBody", {
    "url": NotRequired[str],
    "events": NotRequired[list[Literal["*", "conversation.*", "message.*", "feedback.*", "booking.*", "payment.*", "customer.*", "waitlist.*", "membership.*", "prescription.*", "return.*", "service_level.*", "quota.*", "config.*", "webhook.*", "conversation.created", "conversation.handoff", "conversation.resolved", "message.received", "message.replied", "feedback.received", "booking.created", "booking.held", "booking.rescheduled", "booking.cancelled", "booking.reminder", "payment.succeeded", "payment.failed", "payment.refunded", "payment.disputed", "customer.created", "customer.updated", "customer.merged", "waitlist.offered", "membership.requested", "prescription.requested", "prescription.updated", "return.requested", "service_level.missed", "quota.warning", "quota.exceeded", "config.changed", "webhook.disabled", "ping"]]],
    "description": NotRequired[str | None],
    "status": NotRequired[Literal["enabled", "disabled"]],
    "dryRun": NotRequired[bool],
})

DeleteWebhooksIdParams = TypedDict("DeleteWebhooksIdParams", {
    "id": str,
})

WebhookDeliveryAttemptsItem = TypedDict("WebhookDeliveryAttemptsItem", {
    "at": str,
    "responseStatus": int | None,
    "durationMs": int,
    "error": str | None,
})

WebhookDelivery = TypedDict("WebhookDelivery", {
    "id": str,
    "eventId": str,
    "type": str,
    "status": Literal["pending", "delivered", "failed"],
    "attempts": list[WebhookDeliveryAttemptsItem],
    "nextAttemptAt": str | None,
    "createdAt": str,
})

PostWebhooksIdTestParams = TypedDict("PostWebhooksIdTestParams", {
    "id": str,
})

PostWebhooksIdTestBody = TypedDict("PostWebhooksIdTestBody", {
    "dryRun": NotRequired[bool],
})

PostWebhooksIdRotateAnswer = TypedDict("PostWebhooksIdRotateAnswer", {
    "id": str,
    "url": str,
    "events": list[str],
    "description": str | None,
    "status": Literal["enabled", "disabled"],
    "disabledBecause": Literal["asked", "gone", "failing", None],
    "failingSince": str | None,
    "createdAt": str,
    "updatedAt": str,
    "secret": str,
})

PostWebhooksIdRotateParams = TypedDict("PostWebhooksIdRotateParams", {
    "id": str,
})

PostWebhooksIdRotateBody = TypedDict("PostWebhooksIdRotateBody", {
    "dryRun": NotRequired[bool],
})

GetWebhooksIdDeliveriesAnswer = TypedDict("GetWebhooksIdDeliveriesAnswer", {
    "object": Literal["list"],
    "data": list[WebhookDelivery],
    "has_more": bool,
})

GetWebhooksIdDeliveriesParams = TypedDict("GetWebhooksIdDeliveriesParams", {
    "id": str,
})

GetWebhooksIdDeliveriesQuery = TypedDict("GetWebhooksIdDeliveriesQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["pending", "delivered", "failed"]],
    "type": NotRequired[Literal["conversation.created", "conversation.handoff", "conversation.resolved", "message.received", "message.replied", "feedback.received", "booking.created", "booking.held", "booking.rescheduled", "booking.cancelled", "booking.reminder", "payment.succeeded", "payment.failed", "payment.refunded", "payment.disputed", "customer.created", "customer.updated", "customer.merged", "waitlist.offered", "membership.requested", "prescription.requested", "prescription.updated", "return.requested", "service_level.missed", "quota.warning", "quota.exceeded", "config.changed", "webhook.disabled", "ping"]],
    "from": NotRequired[str],
    "to": NotRequired[str],
})

GetDeliveriesIdAnswerAttemptsItem = TypedDict("GetDeliveriesIdAnswerAttemptsItem", {
    "at": str,
    "responseStatus": int | None,
    "durationMs": int,
    "error": str | None,
    "response": str | None,
})

GetDeliveriesIdAnswer = TypedDict("GetDeliveriesIdAnswer", {
    "id": str,
    "eventId": str,
    "type": str,
    "status": Literal["pending", "delivered", "failed"],
    "attempts": list[GetDeliveriesIdAnswerAttemptsItem],
    "nextAttemptAt": str | None,
    "createdAt": str,
    "payload": dict[str, Any],
})

GetDeliveriesIdParams = TypedDict("GetDeliveriesIdParams", {
    "id": str,
})

PostWebhooksDeliveriesIdReplayParams = TypedDict("PostWebhooksDeliveriesIdReplayParams", {
    "id": str,
})

PostWebhooksDeliveriesIdReplayBody = TypedDict("PostWebhooksDeliveriesIdReplayBody", {
    "dryRun": NotRequired[bool],
})

PostWebhooksIdReplayAnswer = TypedDict("PostWebhooksIdReplayAnswer", {
    "count": int,
})

PostWebhooksIdReplayParams = TypedDict("PostWebhooksIdReplayParams", {
    "id": str,
})

PostWebhooksIdReplayBody = TypedDict("PostWebhooksIdReplayBody", {
    "since": str,
    "dryRun": NotRequired[bool],
})

ExpandedEvent = TypedDict("ExpandedEvent", {
    "id": str,
    "type": str,
    "timestamp": str,
    "data": dict[str, Any],
    "booking": NotRequired[Booking | None],
    "conversation": NotRequired[ConversationSummary | None],
    "knownCustomer": NotRequired[Customer | None],
})

GetEventsAnswer = TypedDict("GetEventsAnswer", {
    "object": Literal["list"],
    "data": list[ExpandedEvent],
    "has_more": bool,
})

GetEventsQuery = TypedDict("GetEventsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "type": NotRequired[Literal["conversation.created", "conversation.handoff", "conversation.resolved", "message.received", "message.replied", "feedback.received", "booking.created", "booking.held", "booking.rescheduled", "booking.cancelled", "booking.reminder", "payment.succeeded", "payment.failed", "payment.refunded", "payment.disputed", "customer.created", "customer.updated", "customer.merged", "waitlist.offered", "membership.requested", "prescription.requested", "prescription.updated", "return.requested", "service_level.missed", "quota.warning", "quota.exceeded", "config.changed", "webhook.disabled", "ping"]],
    "objectId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "expand": NotRequired[list[Literal["booking", "conversation", "knownCustomer"]]],
})

GetEventsIdParams = TypedDict("GetEventsIdParams", {
    "id": str,
})

GetEventsIdQuery = TypedDict("GetEventsIdQuery", {
    "expand": NotRequired[list[Literal["booking", "conversation", "knownCustomer"]]],
})

ChannelKindFieldsItemOnlyFor = TypedDict("ChannelKindFieldsItemOnlyFor", {
    "field": str,
    "value": str,
})

ChannelKindFieldsItem = TypedDict("ChannelKindFieldsItem", {
    "name": str,
    "title": str,
    "description": NotRequired[str],
    "required": bool,
    "secret": bool,
    "options": NotRequired[list[str]],
    "onlyFor": NotRequired[ChannelKindFieldsItemOnlyFor],
})

ChannelKind = TypedDict("ChannelKind", {
    "kind": str,
    "title": str,
    "summary": str,
    "available": bool,
    "fields": list[ChannelKindFieldsItem],
})

ChannelConnection = TypedDict("ChannelConnection", {
    "id": str,
    "kind": str,
    "address": str,
    "status": Literal["active", "paused"],
    "settings": dict[str, Any],
    "webhookUrl": str,
    "lastReceivedAt": str | None,
    "lastSentAt": str | None,
    "lastError": str | None,
    "createdAt": str,
})

GetChannelsAnswer = TypedDict("GetChannelsAnswer", {
    "kinds": list[ChannelKind],
    "connections": list[ChannelConnection],
})

PostChannelsBody = TypedDict("PostChannelsBody", {
    "kind": Literal["email", "instagram", "messenger", "phone", "sms", "telegram", "whatsapp"],
    "settings": dict[str, Any],
})

PatchChannelsIdParams = TypedDict("PatchChannelsIdParams", {
    "id": str,
})

PatchChannelsIdBody = TypedDict("PatchChannelsIdBody", {
    "status": Literal["active", "paused"],
})

DeleteChannelsIdParams = TypedDict("DeleteChannelsIdParams", {
    "id": str,
})

PostChannelsIdTestParams = TypedDict("PostChannelsIdTestParams", {
    "id": str,
})

PostChannelsIdTestBody = TypedDict("PostChannelsIdTestBody", {
    "to": str,
})

Totals = TypedDict("Totals", {
    "conversations": int,
    "messages": int,
    "apiCalls": int,
    "bookings": int,
    "bookingValue": int,
    "resolved": int,
    "handoffs": int,
    "afterHoursBookings": int,
    "resolutionRate": float | None,
    "durableResolutionRate": float | None,
    "averageRating": float | None,
    "ratings": int,
    "handoffsAnswered": int,
    "averageHandoffWaitSeconds": float | None,
})

AnalyticsPrevious = TypedDict("AnalyticsPrevious", {
    "from": str,
    "to": str,
    "totals": Totals,
})

AnalyticsSeriesItem = TypedDict("AnalyticsSeriesItem", {
    "at": str,
    "conversations": int,
    "messages": int,
    "apiCalls": int,
    "bookings": int,
    "bookingValue": int,
    "resolved": int,
    "handoffs": int,
    "afterHoursBookings": int,
})

AnalyticsIntentsItem = TypedDict("AnalyticsIntentsItem", {
    "intent": str,
    "count": int,
})

AnalyticsGapsItem = TypedDict("AnalyticsGapsItem", {
    "id": str,
    "question": str,
    "count": int,
    "lastAskedAt": str,
    "examples": list[str],
})

AnalyticsChannelsItem = TypedDict("AnalyticsChannelsItem", {
    "channel": str,
    "conversations": int,
})

AnalyticsEnginesItem = TypedDict("AnalyticsEnginesItem", {
    "engine": str,
    "messages": int,
})

AnalyticsEngineReasonsItem = TypedDict("AnalyticsEngineReasonsItem", {
    "reason": str,
    "messages": int,
})

AnalyticsHandoffReasonsItem = TypedDict("AnalyticsHandoffReasonsItem", {
    "reason": str,
    "count": int,
})

AnalyticsCallsItem = TypedDict("AnalyticsCallsItem", {
    "method": str,
    "route": str,
    "status": int,
    "count": int,
})

AnalyticsLatencyMs = TypedDict("AnalyticsLatencyMs", {
    "p50": float | None,
    "p95": float | None,
    "p99": float | None,
})

AnalyticsUsageDroppedItem = TypedDict("AnalyticsUsageDroppedItem", {
    "why": str,
    "count": int,
})

AnalyticsUsage = TypedDict("AnalyticsUsage", {
    "replies": int,
    "conversations": int,
    "inputTokens": int,
    "outputTokens": int,
    "cost": int,
    "averageLatencyMs": float | None,
    "dropped": list[AnalyticsUsageDroppedItem],
})

AnalyticsServiceLevelsItem = TypedDict("AnalyticsServiceLevelsItem", {
    "channel": str,
    "kind": Literal["first_response", "resolution"],
    "met": int,
    "missed": int,
})

AnalyticsQuota = TypedDict("AnalyticsQuota", {
    "plan": Literal["starter", "professional", "business"],
    "limit": int | None,
    "used": int,
    "resetsAt": str,
})

Analytics = TypedDict("Analytics", {
    "from": str,
    "to": str,
    "interval": Literal["hour", "day", "week", "month"],
    "timezone": str,
    "totals": Totals,
    "previous": NotRequired[AnalyticsPrevious],
    "series": list[AnalyticsSeriesItem],
    "intents": list[AnalyticsIntentsItem],
    "gaps": list[AnalyticsGapsItem],
    "channels": list[AnalyticsChannelsItem],
    "engines": list[AnalyticsEnginesItem],
    "engineReasons": list[AnalyticsEngineReasonsItem],
    "handoffReasons": list[AnalyticsHandoffReasonsItem],
    "calls": list[AnalyticsCallsItem],
    "latencyMs": AnalyticsLatencyMs,
    "usage": AnalyticsUsage,
    "serviceLevels": list[AnalyticsServiceLevelsItem],
    "quota": AnalyticsQuota,
})

GetAnalyticsQuery = TypedDict("GetAnalyticsQuery", {
    "from": NotRequired[str],
    "to": NotRequired[str],
    "tz": NotRequired[str],
    "channel": NotRequired[Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"]],
    "industry": NotRequired[Literal["fitness", "medical", "restaurant", "retail", "salon"]],
    "interval": NotRequired[Literal["hour", "day", "week", "month"]],
    "compare": NotRequired[Literal["previous"]],
    "format": NotRequired[Literal["json", "csv", "ndjson"]],
})

GetAnalyticsConversationsQuery = TypedDict("GetAnalyticsConversationsQuery", {
    "from": NotRequired[str],
    "to": NotRequired[str],
    "tz": NotRequired[str],
    "channel": NotRequired[Literal["api", "widget", "email", "sms", "whatsapp", "messenger", "instagram", "telegram", "phone"]],
    "industry": NotRequired[Literal["fitness", "medical", "restaurant", "retail", "salon"]],
    "format": NotRequired[Literal["csv", "ndjson"]],
})

ReportSatisfaction = TypedDict("ReportSatisfaction", {
    "average": float | None,
    "ratings": int,
})

ReportTeamReplies = TypedDict("ReportTeamReplies", {
    "handoffs": int,
    "answered": int,
    "averageWaitSeconds": float | None,
})

ReportResolution = TypedDict("ReportResolution", {
    "resolved": int,
    "rate": float | None,
    "durableRate": float | None,
})

ReportBookings = TypedDict("ReportBookings", {
    "count": int,
    "value": int,
    "afterHours": int,
    "afterHoursValue": int,
})

ReportVisits = TypedDict("ReportVisits", {
    "attended": int,
    "upcoming": int,
    "noShows": int,
    "canceled": int,
    "noShowRate": float | None,
})

ReportBusiestHoursItem = TypedDict("ReportBusiestHoursItem", {
    "weekday": Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "hour": int,
    "conversations": int,
    "bookings": int,
    "visits": int,
})

ReportPreviousSatisfaction = TypedDict("ReportPreviousSatisfaction", {
    "average": float | None,
    "ratings": int,
})

ReportPreviousTeamReplies = TypedDict("ReportPreviousTeamReplies", {
    "handoffs": int,
    "answered": int,
    "averageWaitSeconds": float | None,
})

ReportPreviousResolution = TypedDict("ReportPreviousResolution", {
    "resolved": int,
    "rate": float | None,
    "durableRate": float | None,
})

ReportPreviousBookings = TypedDict("ReportPreviousBookings", {
    "count": int,
    "value": int,
    "afterHours": int,
    "afterHoursValue": int,
})

ReportPreviousVisits = TypedDict("ReportPreviousVisits", {
    "attended": int,
    "upcoming": int,
    "noShows": int,
    "canceled": int,
    "noShowRate": float | None,
})

ReportPrevious = TypedDict("ReportPrevious", {
    "from": str,
    "to": str,
    "satisfaction": ReportPreviousSatisfaction,
    "teamReplies": ReportPreviousTeamReplies,
    "resolution": ReportPreviousResolution,
    "bookings": ReportPreviousBookings,
    "visits": ReportPreviousVisits,
})

Report = TypedDict("Report", {
    "from": str,
    "to": str,
    "timezone": str,
    "satisfaction": ReportSatisfaction,
    "teamReplies": ReportTeamReplies,
    "resolution": ReportResolution,
    "bookings": ReportBookings,
    "visits": ReportVisits,
    "busiestHours": list[ReportBusiestHoursItem],
    "previous": NotRequired[ReportPrevious],
})

GetAnalyticsReportQuery = TypedDict("GetAnalyticsReportQuery", {
    "from": NotRequired[str],
    "to": NotRequired[str],
    "tz": NotRequired[str],
    "compare": NotRequired[Literal["previous"]],
    "format": NotRequired[Literal["json", "csv", "ndjson"]],
})

GetRequestLogAnswerDataItem = TypedDict("GetRequestLogAnswerDataItem", {
    "id": str,
    "requestId": str,
    "method": str,
    "route": str,
    "parameters": list[str],
    "status": int,
    "durationMs": float,
    "actor": str,
    "actorName": str | None,
    "problem": dict[str, Any] | None,
    "createdAt": str,
})

GetRequestLogAnswer = TypedDict("GetRequestLogAnswer", {
    "object": Literal["list"],
    "data": list[GetRequestLogAnswerDataItem],
    "has_more": bool,
})

GetRequestLogQuery = TypedDict("GetRequestLogQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "errors": NotRequired[bool],
    "status": NotRequired[int],
    "method": NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]],
    "route": NotRequired[str],
    "actor": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
})

GetRequestLogItem = TypedDict("GetRequestLogItem", {
    "id": str,
    "requestId": str,
    "method": str,
    "route": str,
    "parameters": list[str],
    "status": int,
    "durationMs": float,
    "actor": str,
    "actorName": str | None,
    "problem": dict[str, Any] | None,
    "createdAt": str,
})

GetRequestLogIdAnswer = TypedDict("GetRequestLogIdAnswer", {
    "id": str,
    "requestId": str,
    "method": str,
    "route": str,
    "parameters": list[str],
    "status": int,
    "durationMs": float,
    "actor": str,
    "actorName": str | None,
    "problem": dict[str, Any] | None,
    "createdAt": str,
})

GetRequestLogIdParams = TypedDict("GetRequestLogIdParams", {
    "id": str,
})

PostAnalyticsGapsIdAnswerAnswer = TypedDict("PostAnalyticsGapsIdAnswerAnswer", {
    "question": str,
    "answer": str,
})

PostAnalyticsGapsIdAnswerParams = TypedDict("PostAnalyticsGapsIdAnswerParams", {
    "id": str,
})

PostAnalyticsGapsIdAnswerBody = TypedDict("PostAnalyticsGapsIdAnswerBody", {
    "question": str,
    "answer": str,
    "dryRun": NotRequired[bool],
})

GetAuditAnswerDataItem = TypedDict("GetAuditAnswerDataItem", {
    "id": str,
    "at": str,
    "actor": str,
    "actorName": str | None,
    "action": str,
    "subject": str,
    "subjectName": str | None,
    "reason": str,
    "hash": str,
})

GetAuditAnswer = TypedDict("GetAuditAnswer", {
    "object": Literal["list"],
    "data": list[GetAuditAnswerDataItem],
    "has_more": bool,
})

GetAuditQuery = TypedDict("GetAuditQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "action": NotRequired[str],
    "actor": NotRequired[str],
    "subject": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "format": NotRequired[Literal["json", "csv", "ndjson"]],
})

GetAuditItem = TypedDict("GetAuditItem", {
    "id": str,
    "at": str,
    "actor": str,
    "actorName": str | None,
    "action": str,
    "subject": str,
    "subjectName": str | None,
    "reason": str,
    "hash": str,
})

GetAuditVerificationAnswer = TypedDict("GetAuditVerificationAnswer", {
    "ok": bool,
    "entries": NotRequired[int],
    "head": NotRequired[str],
    "sequence": NotRequired[int],
    "fault": NotRequired[Literal["missing", "changed", "not linked to the one before", "added", "not the one that was sealed", "head missing", "head not sealed", "head changed"]],
    "sealedFrom": NotRequired[int],
})

Key = TypedDict("Key", {
    "id": str,
    "name": str,
    "mode": Literal["live", "test"],
    "kind": Literal["secret", "publishable"],
    "hint": str,
    "scopes": list[str] | None,
    "origins": list[str] | None,
    "createdAt": str,
    "expiresAt": str | None,
    "revokedAt": str | None,
    "lastUsedAt": str | None,
})

GetKeysAnswer = TypedDict("GetKeysAnswer", {
    "object": Literal["list"],
    "data": list[Key],
    "has_more": bool,
})

GetKeysQuery = TypedDict("GetKeysQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

PostKeysAnswer = TypedDict("PostKeysAnswer", {
    "id": str,
    "name": str,
    "mode": Literal["live", "test"],
    "kind": Literal["secret", "publishable"],
    "hint": str,
    "scopes": list[str] | None,
    "origins": list[str] | None,
    "createdAt": str,
    "expiresAt": str | None,
    "revokedAt": str | None,
    "lastUsedAt": str | None,
    "key": str,
})

PostKeysBody = TypedDict("PostKeysBody", {
    "name": str,
    "mode": Literal["live", "test"],
    "kind": Literal["secret", "publishable"],
    "scopes": NotRequired[list[Literal["chat:write", "conversations:read", "conversations:write", "bookings:read", "bookings:write", "customers:read", "customers:write", "config:read", "config:write", "knowledge:read", "knowledge:write", "webhooks:read", "webhooks:write", "analytics:read", "mcp"]]],
    "origins": NotRequired[list[str]],
    "expiresAt": NotRequired[str],
})

DeleteKeysIdParams = TypedDict("DeleteKeysIdParams", {
    "id": str,
})

PostKeysIdRotateAnswer = TypedDict("PostKeysIdRotateAnswer", {
    "id": str,
    "name": str,
    "mode": Literal["live", "test"],
    "kind": Literal["secret", "publishable"],
    "hint": str,
    "scopes": list[str] | None,
    "origins": list[str] | None,
    "createdAt": str,
    "expiresAt": str | None,
    "revokedAt": str | None,
    "lastUsedAt": str | None,
    "key": str,
})

PostKeysIdRotateParams = TypedDict("PostKeysIdRotateParams", {
    "id": str,
})

PostKeysIdRotateBody = TypedDict("PostKeysIdRotateBody", {
    "overlapHours": NotRequired[float],
})

GetPrivacyAnswerDueItem = TypedDict("GetPrivacyAnswerDueItem", {
    "kind": Literal["conversations", "bookings", "requests", "customers", "events"],
    "next": int,
    "week": int,
    "month": int,
})

GetPrivacyAnswerDeletion = TypedDict("GetPrivacyAnswerDeletion", {
    "deletesAt": str,
    "askedBy": str,
})

GetPrivacyAnswer = TypedDict("GetPrivacyAnswer", {
    "retentionDays": int,
    "requestLogDays": int,
    "keptSince": str,
    "due": list[GetPrivacyAnswerDueItem],
    "deletion": GetPrivacyAnswerDeletion | None,
})

PostPrivacyCustomersFindAnswerMentionsItem = TypedDict("PostPrivacyCustomersFindAnswerMentionsItem", {
    "kind": Literal["conversation", "booking", "request", "customer", "customer_import", "prescription", "knowledge", "ready_reply", "document"],
    "id": str,
    "by": list[Literal["name", "phone", "email", "visitor"]],
})

PostPrivacyCustomersFindAnswer = TypedDict("PostPrivacyCustomersFindAnswer", {
    "conversations": int,
    "bookings": int,
    "requests": int,
    "customers": int,
    "prescriptions": int,
    "mentions": list[PostPrivacyCustomersFindAnswerMentionsItem],
    "mentionCount": int,
})

PostPrivacyCustomersFindBody = TypedDict("PostPrivacyCustomersFindBody", {
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "name": NotRequired[str],
    "dateOfBirth": NotRequired[str],
})

PostPrivacyCustomersExportBody = TypedDict("PostPrivacyCustomersExportBody", {
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "name": NotRequired[str],
    "dateOfBirth": NotRequired[str],
})

PostPrivacyCustomersEraseAnswerReportItem = TypedDict("PostPrivacyCustomersEraseAnswerReportItem", {
    "place": str,
    "outcome": Literal["removed", "emptied", "kept"],
    "count": int | None,
    "about": str,
})

PostPrivacyCustomersEraseAnswerMentionsItem = TypedDict("PostPrivacyCustomersEraseAnswerMentionsItem", {
    "kind": Literal["conversation", "booking", "request", "customer", "customer_import", "prescription", "knowledge", "ready_reply", "document"],
    "id": str,
    "by": list[Literal["name", "phone", "email", "visitor"]],
})

PostPrivacyCustomersEraseAnswer = TypedDict("PostPrivacyCustomersEraseAnswer", {
    "conversations": int,
    "bookings": int,
    "requests": int,
    "customers": int,
    "prescriptions": int,
    "report": list[PostPrivacyCustomersEraseAnswerReportItem],
    "mentions": list[PostPrivacyCustomersEraseAnswerMentionsItem],
    "mentionCount": int,
})

PostPrivacyCustomersEraseBody = TypedDict("PostPrivacyCustomersEraseBody", {
    "phone": NotRequired[str],
    "email": NotRequired[str],
    "name": NotRequired[str],
    "dateOfBirth": NotRequired[str],
    "also": NotRequired[list[str]],
})

PostPrivacyDeletionAnswer = TypedDict("PostPrivacyDeletionAnswer", {
    "deletesAt": str,
})

PostPrivacyDeletionBody = TypedDict("PostPrivacyDeletionBody", {
    "name": str,
    "password": str,
})

ShownBrand = TypedDict("ShownBrand", {
    "name": str,
    "logoUrl": NotRequired[str],
    "color": NotRequired[str],
    "senderName": str,
})

GetBrandAnswer = TypedDict("GetBrandAnswer", {
    "available": bool,
    "brand": ShownBrand | None,
    "settings": Brand,
})

BrandDomainRecord = TypedDict("BrandDomainRecord", {
    "type": Literal["TXT"],
    "name": str,
    "value": str,
})

BrandDomain = TypedDict("BrandDomain", {
    "domain": str,
    "status": Literal["pending", "verified"],
    "record": BrandDomainRecord,
    "checkedAt": str | None,
    "verifiedAt": str | None,
})

GetBrandDomainAnswer = TypedDict("GetBrandDomainAnswer", {
    "domain": BrandDomain | None,
})

PutBrandDomainBody = TypedDict("PutBrandDomainBody", {
    "domain": str,
})

GetBrandDomainsAnswer = TypedDict("GetBrandDomainsAnswer", {
    "domain": str,
})

GetBrandDomainsQuery = TypedDict("GetBrandDomainsQuery", {
    "domain": str,
})

PlanFeaturesItem = TypedDict("PlanFeaturesItem", {
    "name": str,
    "label": str,
    "providedBy": Literal["software", "operator"],
})

Plan = TypedDict("Plan", {
    "plan": Literal["starter", "professional", "business"],
    "callsPerMonth": int | None,
    "burstPerMinute": int,
    "templates": int | str,
    "channels": list[str],
    "also": list[str],
    "features": list[PlanFeaturesItem],
})

PlanRequest = TypedDict("PlanRequest", {
    "plan": Literal["starter", "professional", "business"],
    "status": Literal["open", "declined"],
    "note": str | None,
    "reason": str | None,
    "createdAt": str,
})

GetPlanAnswer = TypedDict("GetPlanAnswer", {
    "plan": Literal["starter", "professional", "business"],
    "limit": int | None,
    "used": int,
    "resetsAt": str,
    "changes": Literal["operator", "owner"],
    "request": PlanRequest | None,
})

PutPlanAnswer = TypedDict("PutPlanAnswer", {
    "plan": Literal["starter", "professional", "business"],
})

PutPlanBody = TypedDict("PutPlanBody", {
    "plan": Literal["starter", "professional", "business"],
})

PutPlanRequestBody = TypedDict("PutPlanRequestBody", {
    "plan": Literal["starter", "professional", "business"],
    "note": NotRequired[str],
})

OperatorPlanRequestAskedBy = TypedDict("OperatorPlanRequestAskedBy", {
    "name": str,
    "email": str,
})

OperatorPlanRequestWorkspace = TypedDict("OperatorPlanRequestWorkspace", {
    "id": str,
    "name": str,
    "plan": Literal["starter", "professional", "business"],
    "used": int,
    "limit": int | None,
    "createdAt": str,
})

OperatorPlanRequest = TypedDict("OperatorPlanRequest", {
    "id": str,
    "status": Literal["open", "granted", "declined", "withdrawn"],
    "plan": Literal["starter", "professional", "business"],
    "note": str | None,
    "reason": str | None,
    "createdAt": str,
    "decidedAt": str | None,
    "askedBy": OperatorPlanRequestAskedBy | None,
    "decidedBy": str | None,
    "workspace": OperatorPlanRequestWorkspace,
})

GetOperatorPlanRequestsAnswer = TypedDict("GetOperatorPlanRequestsAnswer", {
    "object": Literal["list"],
    "data": list[OperatorPlanRequest],
    "has_more": bool,
})

GetOperatorPlanRequestsQuery = TypedDict("GetOperatorPlanRequestsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
    "status": NotRequired[Literal["open", "granted", "declined", "withdrawn"]],
})

PostOperatorPlanRequestsIdGrantParams = TypedDict("PostOperatorPlanRequestsIdGrantParams", {
    "id": str,
})

PostOperatorPlanRequestsIdDeclineParams = TypedDict("PostOperatorPlanRequestsIdDeclineParams", {
    "id": str,
})

PostOperatorPlanRequestsIdDeclineBody = TypedDict("PostOperatorPlanRequestsIdDeclineBody", {
    "reason": NotRequired[str],
})

PostAuthSignUpEmailAnswerUser = TypedDict("PostAuthSignUpEmailAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
    "emailVerified": bool,
    "twoFactorEnabled": NotRequired[bool | None],
    "createdAt": str,
})

PostAuthSignUpEmailAnswer = TypedDict("PostAuthSignUpEmailAnswer", {
    "user": NotRequired[PostAuthSignUpEmailAnswerUser],
    "twoFactorRedirect": NotRequired[bool],
    "confirmEmail": NotRequired[bool],
})

PostAuthSignUpEmailBody = TypedDict("PostAuthSignUpEmailBody", {
    "name": str,
    "email": str,
    "password": str,
    "businessName": NotRequired[str],
})

PostAuthVerifyEmailAnswer = TypedDict("PostAuthVerifyEmailAnswer", {
    "status": bool,
})

PostAuthVerifyEmailBody = TypedDict("PostAuthVerifyEmailBody", {
    "token": str,
})

PostAuthCheckResetLinkAnswer = TypedDict("PostAuthCheckResetLinkAnswer", {
    "isOpen": bool,
})

PostAuthCheckResetLinkBody = TypedDict("PostAuthCheckResetLinkBody", {
    "token": str,
})

GetAuthOptionsAnswer = TypedDict("GetAuthOptionsAnswer", {
    "canSendEmail": bool,
})

PostAuthSignInEmailAnswerUser = TypedDict("PostAuthSignInEmailAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
    "emailVerified": bool,
    "twoFactorEnabled": NotRequired[bool | None],
    "createdAt": str,
})

PostAuthSignInEmailAnswer = TypedDict("PostAuthSignInEmailAnswer", {
    "user": NotRequired[PostAuthSignInEmailAnswerUser],
    "twoFactorRedirect": NotRequired[bool],
})

PostAuthSignInEmailBody = TypedDict("PostAuthSignInEmailBody", {
    "email": str,
    "password": str,
    "rememberMe": NotRequired[bool],
})

PostAuthSignOutAnswer = TypedDict("PostAuthSignOutAnswer", {
    "success": bool,
})

GetAuthGetSessionAnswerUser = TypedDict("GetAuthGetSessionAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
    "emailVerified": bool,
    "twoFactorEnabled": NotRequired[bool | None],
    "createdAt": str,
})

GetAuthGetSessionAnswer = TypedDict("GetAuthGetSessionAnswer", {
    "user": GetAuthGetSessionAnswerUser,
})

PostAuthRequestPasswordResetAnswer = TypedDict("PostAuthRequestPasswordResetAnswer", {
    "status": bool,
})

PostAuthRequestPasswordResetBody = TypedDict("PostAuthRequestPasswordResetBody", {
    "email": str,
})

PostAuthResetPasswordAnswer = TypedDict("PostAuthResetPasswordAnswer", {
    "status": bool,
})

PostAuthResetPasswordBody = TypedDict("PostAuthResetPasswordBody", {
    "token": str,
    "newPassword": str,
})

PostAuthChangePasswordAnswerUser = TypedDict("PostAuthChangePasswordAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
    "emailVerified": bool,
    "twoFactorEnabled": NotRequired[bool | None],
    "createdAt": str,
})

PostAuthChangePasswordAnswer = TypedDict("PostAuthChangePasswordAnswer", {
    "user": PostAuthChangePasswordAnswerUser,
})

PostAuthChangePasswordBody = TypedDict("PostAuthChangePasswordBody", {
    "currentPassword": str,
    "newPassword": str,
    "revokeOtherSessions": NotRequired[bool],
})

GetAuthListSessionsAnswerItem = TypedDict("GetAuthListSessionsAnswerItem", {
    "id": str,
    "createdAt": str,
    "expiresAt": str,
    "userAgent": NotRequired[str | None],
    "token": str,
})

PostAuthRevokeSessionAnswer = TypedDict("PostAuthRevokeSessionAnswer", {
    "status": bool,
})

PostAuthRevokeSessionBody = TypedDict("PostAuthRevokeSessionBody", {
    "token": str,
})

PostAuthRevokeOtherSessionsAnswer = TypedDict("PostAuthRevokeOtherSessionsAnswer", {
    "status": bool,
})

PostAuthTwoFactorEnableAnswer = TypedDict("PostAuthTwoFactorEnableAnswer", {
    "totpURI": str,
    "backupCodes": list[str],
})

PostAuthTwoFactorEnableBody = TypedDict("PostAuthTwoFactorEnableBody", {
    "password": str,
})

PostAuthTwoFactorDisableAnswer = TypedDict("PostAuthTwoFactorDisableAnswer", {
    "status": bool,
})

PostAuthTwoFactorDisableBody = TypedDict("PostAuthTwoFactorDisableBody", {
    "password": str,
})

PostAuthTwoFactorVerifyTotpAnswerUser = TypedDict("PostAuthTwoFactorVerifyTotpAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
    "emailVerified": bool,
    "twoFactorEnabled": NotRequired[bool | None],
    "createdAt": str,
})

PostAuthTwoFactorVerifyTotpAnswer = TypedDict("PostAuthTwoFactorVerifyTotpAnswer", {
    "user": NotRequired[PostAuthTwoFactorVerifyTotpAnswerUser],
    "twoFactorRedirect": NotRequired[bool],
})

PostAuthTwoFactorVerifyTotpBody = TypedDict("PostAuthTwoFactorVerifyTotpBody", {
    "code": str,
    "trustDevice": NotRequired[bool],
})

PostAuthTwoFactorVerifyBackupCodeAnswerUser = TypedDict("PostAuthTwoFactorVerifyBackupCodeAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
    "emailVerified": bool,
    "twoFactorEnabled": NotRequired[bool | None],
    "createdAt": str,
})

PostAuthTwoFactorVerifyBackupCodeAnswer = TypedDict("PostAuthTwoFactorVerifyBackupCodeAnswer", {
    "user": NotRequired[PostAuthTwoFactorVerifyBackupCodeAnswerUser],
    "twoFactorRedirect": NotRequired[bool],
})

PostAuthTwoFactorVerifyBackupCodeBody = TypedDict("PostAuthTwoFactorVerifyBackupCodeBody", {
    "code": str,
})

GetMeAnswerUser = TypedDict("GetMeAnswerUser", {
    "id": str,
    "name": str,
    "email": str,
})

Workspace = TypedDict("Workspace", {
    "id": str,
    "name": str,
    "plan": str,
    "role": Literal["read-only", "agent", "admin", "owner"],
    "deletesAt": str | None,
})

GetMeAnswer = TypedDict("GetMeAnswer", {
    "user": GetMeAnswerUser,
    "workspaces": list[Workspace],
    "operator": bool,
    "canSendEmail": bool,
})

Member = TypedDict("Member", {
    "userId": str,
    "name": str,
    "email": str,
    "role": Literal["read-only", "agent", "admin", "owner"],
    "createdAt": str,
})

GetMembersAnswer = TypedDict("GetMembersAnswer", {
    "object": Literal["list"],
    "data": list[Member],
    "has_more": bool,
})

PatchMembersUserIdAnswer = TypedDict("PatchMembersUserIdAnswer", {
    "userId": str,
    "role": Literal["read-only", "agent", "admin", "owner"],
})

PatchMembersUserIdParams = TypedDict("PatchMembersUserIdParams", {
    "userId": str,
})

PatchMembersUserIdBody = TypedDict("PatchMembersUserIdBody", {
    "role": Literal["read-only", "agent", "admin", "owner"],
})

DeleteMembersUserIdParams = TypedDict("DeleteMembersUserIdParams", {
    "userId": str,
})

ResetLink = TypedDict("ResetLink", {
    "link": str,
})

PostMembersUserIdResetLinkParams = TypedDict("PostMembersUserIdResetLinkParams", {
    "userId": str,
})

Invitation = TypedDict("Invitation", {
    "id": str,
    "email": str,
    "role": Literal["read-only", "agent", "admin", "owner"],
    "createdAt": str,
    "expiresAt": str,
    "link": str | None,
})

GetInvitationsAnswer = TypedDict("GetInvitationsAnswer", {
    "object": Literal["list"],
    "data": list[Invitation],
    "has_more": bool,
})

GetInvitationsQuery = TypedDict("GetInvitationsQuery", {
    "limit": NotRequired[int],
    "starting_after": NotRequired[str],
    "ending_before": NotRequired[str],
})

PostInvitationsBody = TypedDict("PostInvitationsBody", {
    "email": str,
    "role": Literal["admin", "agent", "read-only"],
})

DeleteInvitationsIdParams = TypedDict("DeleteInvitationsIdParams", {
    "id": str,
})

PostInvitationsFindAnswer = TypedDict("PostInvitationsFindAnswer", {
    "email": str,
    "role": Literal["read-only", "agent", "admin", "owner"],
    "workspace": str,
    "invitedBy": str | None,
})

PostInvitationsFindBody = TypedDict("PostInvitationsFindBody", {
    "token": str,
})

PostInvitationsAcceptBody = TypedDict("PostInvitationsAcceptBody", {
    "token": str,
})

StatusComponentsItemDaysItem = TypedDict("StatusComponentsItemDaysItem", {
    "date": str,
    "availability": float | None,
    "measuredMinutes": int,
    "downMinutes": int,
    "slowMinutes": int,
})

StatusComponentsItem = TypedDict("StatusComponentsItem", {
    "name": Literal["api", "assistant", "database", "jobs", "channels"],
    "label": str,
    "status": Literal["up", "slow", "down"],
    "availability": float | None,
    "measuredMinutes": int,
    "downMinutes": int,
    "slowMinutes": int,
    "days": list[StatusComponentsItemDaysItem],
})

Incident = TypedDict("Incident", {
    "startedAt": str,
    "endedAt": str | None,
    "state": Literal["slow", "down"],
    "components": list[Literal["api", "assistant", "database", "jobs", "channels"]],
    "summary": str,
})

Status = TypedDict("Status", {
    "status": Literal["up", "slow", "down"],
    "from": str,
    "to": str,
    "promise": float | None,
    "availability": float | None,
    "measuredMinutes": int,
    "downMinutes": int,
    "slowMinutes": int,
    "components": list[StatusComponentsItem],
    "incidents": list[Incident],
    "months": list[str],
})

AvailabilityReportComponentsItemDaysItem = TypedDict("AvailabilityReportComponentsItemDaysItem", {
    "date": str,
    "availability": float | None,
    "measuredMinutes": int,
    "downMinutes": int,
    "slowMinutes": int,
})

AvailabilityReportComponentsItem = TypedDict("AvailabilityReportComponentsItem", {
    "name": Literal["api", "assistant", "database", "jobs", "channels"],
    "label": str,
    "status": Literal["up", "slow", "down"],
    "availability": float | None,
    "measuredMinutes": int,
    "downMinutes": int,
    "slowMinutes": int,
    "days": list[AvailabilityReportComponentsItemDaysItem],
})

AvailabilityReport = TypedDict("AvailabilityReport", {
    "month": str,
    "isComplete": bool,
    "isPromiseKept": bool | None,
    "from": str,
    "to": str,
    "promise": float | None,
    "availability": float | None,
    "measuredMinutes": int,
    "downMinutes": int,
    "slowMinutes": int,
    "components": list[AvailabilityReportComponentsItem],
    "incidents": list[Incident],
})

GetStatusReportsPeriodParams = TypedDict("GetStatusReportsPeriodParams", {
    "period": str,
})


class Client(BaseClient):
    @overload
    def call(self, endpoint: Literal["POST /api/chat"], *, body: PostChatBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ChatReply: ...

    @overload
    def call(self, endpoint: Literal["POST /api/chat/stream"], *, body: PostChatStreamBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/conversations"], *, query: GetConversationsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetConversationsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/conversations/{id}"], *, params: GetConversationsIdParams, query: GetConversationsIdQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ExpandedConversation: ...

    @overload
    def call(self, endpoint: Literal["POST /api/conversations/{id}/messages"], *, params: PostConversationsIdMessagesParams, body: PostConversationsIdMessagesBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Message: ...

    @overload
    def call(self, endpoint: Literal["POST /api/conversations/{id}/handoff"], *, params: PostConversationsIdHandoffParams, body: PostConversationsIdHandoffBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Conversation: ...

    @overload
    def call(self, endpoint: Literal["POST /api/conversations/{id}/handback"], *, params: PostConversationsIdHandbackParams, body: PostConversationsIdHandbackBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Conversation: ...

    @overload
    def call(self, endpoint: Literal["POST /api/conversations/{id}/resolve"], *, params: PostConversationsIdResolveParams, body: PostConversationsIdResolveBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Conversation: ...

    @overload
    def call(self, endpoint: Literal["POST /api/conversations/{id}/feedback"], *, params: PostConversationsIdFeedbackParams, body: PostConversationsIdFeedbackBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Conversation: ...

    @overload
    def call(self, endpoint: Literal["GET /api/conversations/{id}/events"], *, params: GetConversationsIdEventsParams, query: GetConversationsIdEventsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/conversations/{id}/stream"], *, params: GetConversationsIdStreamParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str | None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/assistant/provider"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetAssistantProviderAnswer: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/v1/assistant/provider"], *, body: PutAssistantProviderBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PutAssistantProviderAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/assistant/provider"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/conversations/{id}/transcript"], *, params: PostConversationsIdTranscriptParams, body: PostConversationsIdTranscriptBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostConversationsIdTranscriptAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/inbox/conversations"], *, query: GetInboxConversationsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetInboxConversationsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/inbox/conversations/{id}"], *, params: GetInboxConversationsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> DeskSide: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/inbox/conversations/{id}"], *, params: PatchInboxConversationsIdParams, body: PatchInboxConversationsIdBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> DeskSide: ...

    @overload
    def call(self, endpoint: Literal["POST /api/inbox/conversations/{id}/typing"], *, params: PostInboxConversationsIdTypingParams, body: PostInboxConversationsIdTypingBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/inbox/conversations/{id}/notes"], *, params: PostInboxConversationsIdNotesParams, body: PostInboxConversationsIdNotesBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Note: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/inbox/notes/{id}"], *, params: DeleteInboxNotesIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/inbox"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetInboxAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/conversations/{id}/customer"], *, params: GetConversationsIdCustomerParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ConversationCustomer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/inbox/replies"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetInboxRepliesAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/inbox/replies"], *, body: PostInboxRepliesBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ReadyReply: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/inbox/replies/{id}"], *, params: DeleteInboxRepliesIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/service-levels"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetServiceLevelsAnswer: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/service-levels"], *, body: ServiceLevels, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ServiceLevels: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/service-levels"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/inbox/events"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/notifications"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Notifications: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/notifications"], *, body: PatchNotificationsBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Notifications: ...

    @overload
    def call(self, endpoint: Literal["GET /api/notifications/push-key"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetNotificationsPushKeyAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/notifications/devices"], *, body: PostNotificationsDevicesBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> AlertDevice: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/notifications/devices/{id}"], *, params: DeleteNotificationsDevicesIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/notifications/devices/{id}/test"], *, params: PostNotificationsDevicesIdTestParams, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> TestAlert: ...

    @overload
    def call(self, endpoint: Literal["POST /api/notifications/sign-out-device"], *, body: PostNotificationsSignOutDeviceBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/requests"], *, query: GetRequestsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRequestsAnswer: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/requests/{id}"], *, params: PatchRequestsIdParams, body: PatchRequestsIdBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Request: ...

    @overload
    def call(self, endpoint: Literal["POST /api/widget/session"], *, body: PostWidgetSessionBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostWidgetSessionAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/widget/defaults"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetWidgetDefaultsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/widget/conversations"], *, query: GetWidgetConversationsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetWidgetConversationsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/widget/identity-secret"], *, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostWidgetIdentitySecretAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/widget/identity-secret"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/widget/pictures"], *, body: PostWidgetPicturesBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostWidgetPicturesAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/widget/pictures/{id}"], *, params: DeleteWidgetPicturesIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/setup"], *, body: PostSetupBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostSetupAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/config"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> dict[str, Any]: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/v1/config"], *, body: PutConfigBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> dict[str, Any]: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/config/versions"], *, query: GetConfigVersionsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetConfigVersionsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/config/versions/{version}/restore"], *, params: PostConfigVersionsVersionRestoreParams, body: PostConfigVersionsVersionRestoreBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> dict[str, Any]: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/config/schema"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetConfigSchemaAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/config/industries"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetConfigIndustriesAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/config/versions/{version}"], *, params: GetConfigVersionsVersionParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetConfigVersionsVersionAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/config/from-live"], *, body: PostConfigFromLiveBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostConfigFromLiveAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/config/samples"], *, body: PostConfigSamplesBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> dict[str, Any]: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/config/imports"], *, body: PostConfigImportsBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> SiteImport: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/config/imports/{id}"], *, params: GetConfigImportsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> SiteImport: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/config/imports/{id}"], *, params: DeleteConfigImportsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/config/imports/{id}/accept"], *, params: PostConfigImportsIdAcceptParams, body: PostConfigImportsIdAcceptBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> dict[str, Any]: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/checkup"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCheckupAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/checkup"], *, body: PostCheckupBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostCheckupAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/checkup/{version}"], *, params: GetCheckupVersionParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCheckupVersionAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/knowledge"], *, body: PostKnowledgeBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Knowledge: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/knowledge"], *, query: GetKnowledgeQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetKnowledgeAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/knowledge/{id}"], *, params: GetKnowledgeIdParams, query: GetKnowledgeIdQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetKnowledgeIdAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/knowledge/{id}"], *, params: DeleteKnowledgeIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/fitness/classes"], *, query: GetFitnessClassesQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetFitnessClassesAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/fitness/classes/{occurrenceId}/bookings"], *, params: PostFitnessClassesOccurrenceIdBookingsParams, body: PostFitnessClassesOccurrenceIdBookingsBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> AvailabilityCheck | Booking: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/fitness/membership"], *, body: PostFitnessMembershipBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostFitnessMembershipAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/fitness/training"], *, body: PostFitnessTrainingBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> AvailabilityCheck | Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/fitness/training"], *, query: GetFitnessTrainingQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetFitnessTrainingAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/medical/appointments"], *, body: PostMedicalAppointmentsBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Booking | AvailabilityCheck | Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/medical/appointments"], *, query: GetMedicalAppointmentsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetMedicalAppointmentsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/medical/prescriptions"], *, body: PostMedicalPrescriptionsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PrescriptionRequest: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/medical/insurance"], *, query: GetMedicalInsuranceQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetMedicalInsuranceAnswer1 | GetMedicalInsuranceAnswer2: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/medical/prescriptions/{id}"], *, params: GetMedicalPrescriptionsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PrescriptionRequest: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/v1/medical/prescriptions/{id}"], *, params: PatchMedicalPrescriptionsIdParams, body: PatchMedicalPrescriptionsIdBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PrescriptionRequest: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/restaurant/menu"], *, query: GetRestaurantMenuQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRestaurantMenuAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/restaurant/dietary"], *, query: GetRestaurantDietaryQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRestaurantDietaryAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/restaurant/reservations"], *, body: PostRestaurantReservationsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> AvailabilityCheck | Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/restaurant/reservations"], *, query: GetRestaurantReservationsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRestaurantReservationsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/retail/products"], *, query: GetRetailProductsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRetailProductsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/retail/orders/lookup"], *, body: PostRetailOrdersLookupBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostRetailOrdersLookupAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/retail/returns"], *, body: PostRetailReturnsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostRetailReturnsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/salon/services"], *, query: GetSalonServicesQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetSalonServicesAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/salon/availability"], *, query: GetSalonAvailabilityQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetSalonAvailabilityAnswer1 | GetSalonAvailabilityAnswer2: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/salon/appointments"], *, body: PostSalonAppointmentsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> AvailabilityCheck | Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/salon/appointments"], *, query: GetSalonAppointmentsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetSalonAppointmentsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/bookings"], *, query: GetBookingsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetBookingsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/bookings/{id}"], *, params: GetBookingsIdParams, query: GetBookingsIdQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ExpandedBooking: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/v1/bookings/{id}"], *, params: PatchBookingsIdParams, body: PatchBookingsIdBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/bookings/{id}/calendar.ics"], *, params: GetBookingsIdCalendarIcsParams, query: GetBookingsIdCalendarIcsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/bookings/{id}/cancel"], *, params: PostBookingsIdCancelParams, body: PostBookingsIdCancelBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/availability/explain"], *, query: GetAvailabilityExplainQuery, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetAvailabilityExplainAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/customers"], *, query: GetCustomersQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCustomersAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/customers"], *, body: PostCustomersBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CustomerProfile: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/customers/tags"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCustomersTagsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/customers/{id}"], *, params: GetCustomersIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CustomerProfile: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/v1/customers/{id}"], *, params: PatchCustomersIdParams, body: PatchCustomersIdBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CustomerProfile: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/customers/{id}"], *, params: DeleteCustomersIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> DeleteCustomersIdAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/customers/{id}/merge"], *, params: PostCustomersIdMergeParams, body: PostCustomersIdMergeBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CustomerProfile: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/customer-imports"], *, body: PostCustomerImportsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CustomerImport: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/customer-imports/{id}"], *, params: GetCustomerImportsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CustomerImport: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/calendar-feeds"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCalendarFeedsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/calendar-feeds/reset"], *, body: PostCalendarFeedsResetBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CalendarFeed: ...

    @overload
    def call(self, endpoint: Literal["GET /calendars/{token}"], *, params: GetCalendarsTokenParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/calendar-connections"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCalendarConnectionsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/calendar-connections"], *, body: PostCalendarConnectionsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CalendarConnection: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/calendar-connections/{id}/calendars"], *, params: GetCalendarConnectionsIdCalendarsParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCalendarConnectionsIdCalendarsAnswer: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/v1/calendar-connections/{id}"], *, params: PatchCalendarConnectionsIdParams, body: PatchCalendarConnectionsIdBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CalendarConnection: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/calendar-connections/{id}"], *, params: DeleteCalendarConnectionsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/calendar-connections/{id}/sync"], *, params: PostCalendarConnectionsIdSyncParams, body: PostCalendarConnectionsIdSyncBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CalendarConnection: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/calendar-connections/google"], *, body: PostCalendarConnectionsGoogleBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostCalendarConnectionsGoogleAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/v1/calendar-connections/google/finish"], *, body: PostCalendarConnectionsGoogleFinishBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> CalendarConnection: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/calendar-conflicts"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetCalendarConflictsAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/v1/calendar-connections/{id}/conflicts/{bookingId}"], *, params: DeleteCalendarConnectionsIdConflictsBookingIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/bookings/{id}/notices"], *, params: GetBookingsIdNoticesParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetBookingsIdNoticesAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/payments/connection"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetPaymentsConnectionAnswer: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/payments/connection"], *, body: PutPaymentsConnectionBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PutPaymentsConnectionAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/payments/connection"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/bookings/{id}/deposit/waive"], *, params: PostBookingsIdDepositWaiveParams, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Booking: ...

    @overload
    def call(self, endpoint: Literal["POST /api/bookings/{id}/deposit/refund"], *, params: PostBookingsIdDepositRefundParams, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Booking: ...

    @overload
    def call(self, endpoint: Literal["GET /api/v1/booking-page"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> BookingPage: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/v1/booking-page"], *, body: PutBookingPageBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> BookingPage: ...

    @overload
    def call(self, endpoint: Literal["POST /mcp"], *, body: PostMcpBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostMcpAnswer | None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/webhooks"], *, body: PostWebhooksBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostWebhooksAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/webhooks"], *, query: GetWebhooksQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetWebhooksAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/webhooks/{id}"], *, params: GetWebhooksIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> WebhookEndpoint: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/webhooks/{id}"], *, params: PatchWebhooksIdParams, body: PatchWebhooksIdBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> WebhookEndpoint: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/webhooks/{id}"], *, params: DeleteWebhooksIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/webhooks/{id}/test"], *, params: PostWebhooksIdTestParams, body: PostWebhooksIdTestBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> WebhookDelivery: ...

    @overload
    def call(self, endpoint: Literal["POST /api/webhooks/{id}/rotate"], *, params: PostWebhooksIdRotateParams, body: PostWebhooksIdRotateBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostWebhooksIdRotateAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/webhooks/{id}/deliveries"], *, params: GetWebhooksIdDeliveriesParams, query: GetWebhooksIdDeliveriesQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetWebhooksIdDeliveriesAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/deliveries/{id}"], *, params: GetDeliveriesIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetDeliveriesIdAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/webhooks/deliveries/{id}/replay"], *, params: PostWebhooksDeliveriesIdReplayParams, body: PostWebhooksDeliveriesIdReplayBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> WebhookDelivery: ...

    @overload
    def call(self, endpoint: Literal["POST /api/webhooks/{id}/replay"], *, params: PostWebhooksIdReplayParams, body: PostWebhooksIdReplayBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostWebhooksIdReplayAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/events"], *, query: GetEventsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetEventsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/events/{id}"], *, params: GetEventsIdParams, query: GetEventsIdQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ExpandedEvent: ...

    @overload
    def call(self, endpoint: Literal["GET /api/channels"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetChannelsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/channels"], *, body: PostChannelsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ChannelConnection: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/channels/{id}"], *, params: PatchChannelsIdParams, body: PatchChannelsIdBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ChannelConnection: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/channels/{id}"], *, params: DeleteChannelsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/channels/{id}/test"], *, params: PostChannelsIdTestParams, body: PostChannelsIdTestBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/analytics"], *, query: GetAnalyticsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Analytics: ...

    @overload
    def call(self, endpoint: Literal["GET /api/analytics/conversations"], *, query: GetAnalyticsConversationsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/analytics/report"], *, query: GetAnalyticsReportQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Report: ...

    @overload
    def call(self, endpoint: Literal["GET /api/request-log"], *, query: GetRequestLogQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRequestLogAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/request-log/{id}"], *, params: GetRequestLogIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetRequestLogIdAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/analytics/gaps/{id}/answer"], *, params: PostAnalyticsGapsIdAnswerParams, body: PostAnalyticsGapsIdAnswerBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAnalyticsGapsIdAnswerAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/audit"], *, query: GetAuditQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetAuditAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/audit/verification"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetAuditVerificationAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/keys"], *, query: GetKeysQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetKeysAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/keys"], *, body: PostKeysBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostKeysAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/keys/{id}"], *, params: DeleteKeysIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/keys/{id}/rotate"], *, params: PostKeysIdRotateParams, body: PostKeysIdRotateBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostKeysIdRotateAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/privacy"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetPrivacyAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/privacy/export"], *, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["POST /api/privacy/customers/find"], *, body: PostPrivacyCustomersFindBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostPrivacyCustomersFindAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/privacy/customers/export"], *, body: PostPrivacyCustomersExportBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["POST /api/privacy/customers/erase"], *, body: PostPrivacyCustomersEraseBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostPrivacyCustomersEraseAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/privacy/deletion"], *, body: PostPrivacyDeletionBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostPrivacyDeletionAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/privacy/deletion"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/brand"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetBrandAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/brand/domain"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetBrandDomainAnswer: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/brand/domain"], *, body: PutBrandDomainBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> BrandDomain: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/brand/domain"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/brand/domain/verify"], *, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> BrandDomain: ...

    @overload
    def call(self, endpoint: Literal["GET /api/brand/domains"], *, query: GetBrandDomainsQuery, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetBrandDomainsAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/plans"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> list[Plan]: ...

    @overload
    def call(self, endpoint: Literal["GET /api/plan"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetPlanAnswer: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/plan"], *, body: PutPlanBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PutPlanAnswer: ...

    @overload
    def call(self, endpoint: Literal["PUT /api/plan/request"], *, body: PutPlanRequestBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PlanRequest: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/plan/request"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["GET /api/operator/plan-requests"], *, query: GetOperatorPlanRequestsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetOperatorPlanRequestsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/operator/plan-requests/{id}/grant"], *, params: PostOperatorPlanRequestsIdGrantParams, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> OperatorPlanRequest: ...

    @overload
    def call(self, endpoint: Literal["POST /api/operator/plan-requests/{id}/decline"], *, params: PostOperatorPlanRequestsIdDeclineParams, body: PostOperatorPlanRequestsIdDeclineBody | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> OperatorPlanRequest: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/sign-up/email"], *, body: PostAuthSignUpEmailBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthSignUpEmailAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/verify-email"], *, body: PostAuthVerifyEmailBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthVerifyEmailAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/check-reset-link"], *, body: PostAuthCheckResetLinkBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthCheckResetLinkAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/auth/options"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetAuthOptionsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/sign-in/email"], *, body: PostAuthSignInEmailBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthSignInEmailAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/sign-out"], *, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthSignOutAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/auth/get-session"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetAuthGetSessionAnswer | None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/request-password-reset"], *, body: PostAuthRequestPasswordResetBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthRequestPasswordResetAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/reset-password"], *, body: PostAuthResetPasswordBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthResetPasswordAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/change-password"], *, body: PostAuthChangePasswordBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthChangePasswordAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/auth/list-sessions"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> list[GetAuthListSessionsAnswerItem]: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/revoke-session"], *, body: PostAuthRevokeSessionBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthRevokeSessionAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/revoke-other-sessions"], *, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthRevokeOtherSessionsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/two-factor/enable"], *, body: PostAuthTwoFactorEnableBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthTwoFactorEnableAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/two-factor/disable"], *, body: PostAuthTwoFactorDisableBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthTwoFactorDisableAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/two-factor/verify-totp"], *, body: PostAuthTwoFactorVerifyTotpBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthTwoFactorVerifyTotpAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/auth/two-factor/verify-backup-code"], *, body: PostAuthTwoFactorVerifyBackupCodeBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostAuthTwoFactorVerifyBackupCodeAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/me"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetMeAnswer: ...

    @overload
    def call(self, endpoint: Literal["GET /api/members"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetMembersAnswer: ...

    @overload
    def call(self, endpoint: Literal["PATCH /api/members/{userId}"], *, params: PatchMembersUserIdParams, body: PatchMembersUserIdBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PatchMembersUserIdAnswer: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/members/{userId}"], *, params: DeleteMembersUserIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/members/{userId}/reset-link"], *, params: PostMembersUserIdResetLinkParams, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> ResetLink: ...

    @overload
    def call(self, endpoint: Literal["GET /api/invitations"], *, query: GetInvitationsQuery | None = None, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> GetInvitationsAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/invitations"], *, body: PostInvitationsBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Invitation: ...

    @overload
    def call(self, endpoint: Literal["DELETE /api/invitations/{id}"], *, params: DeleteInvitationsIdParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> None: ...

    @overload
    def call(self, endpoint: Literal["POST /api/invitations/find"], *, body: PostInvitationsFindBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> PostInvitationsFindAnswer: ...

    @overload
    def call(self, endpoint: Literal["POST /api/invitations/accept"], *, body: PostInvitationsAcceptBody, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Workspace: ...

    @overload
    def call(self, endpoint: Literal["GET /api/health"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/health/live"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/health/ready"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    @overload
    def call(self, endpoint: Literal["GET /api/status"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Status: ...

    @overload
    def call(self, endpoint: Literal["GET /api/status/reports/{period}"], *, params: GetStatusReportsPeriodParams, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> AvailabilityReport: ...

    @overload
    def call(self, endpoint: Literal["GET /metrics"], *, headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> str: ...

    def call(self, endpoint: str, **given: Any) -> Any:
        """Calls an endpoint, by its method and path."""
        return self._call(endpoint, **given)

    @overload
    def all(self, endpoint: Literal["GET /api/conversations"], *, query: GetConversationsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedConversationSummary]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/inbox/conversations"], *, query: GetInboxConversationsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[InboxConversation]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/requests"], *, query: GetRequestsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedRequest]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/widget/conversations"], *, query: GetWidgetConversationsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ConversationSummary]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/config/versions"], *, query: GetConfigVersionsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[GetConfigVersionsItem]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/knowledge"], *, query: GetKnowledgeQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[Knowledge]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/fitness/training"], *, query: GetFitnessTrainingQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedBooking]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/medical/appointments"], *, query: GetMedicalAppointmentsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedBooking]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/restaurant/reservations"], *, query: GetRestaurantReservationsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedBooking]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/salon/appointments"], *, query: GetSalonAppointmentsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedBooking]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/bookings"], *, query: GetBookingsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedBooking]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/v1/customers"], *, query: GetCustomersQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[Customer]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/webhooks"], *, query: GetWebhooksQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[WebhookEndpoint]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/webhooks/{id}/deliveries"], *, params: GetWebhooksIdDeliveriesParams, query: GetWebhooksIdDeliveriesQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[WebhookDelivery]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/events"], *, query: GetEventsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[ExpandedEvent]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/request-log"], *, query: GetRequestLogQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[GetRequestLogItem]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/audit"], *, query: GetAuditQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[GetAuditItem]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/keys"], *, query: GetKeysQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[Key]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/operator/plan-requests"], *, query: GetOperatorPlanRequestsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[OperatorPlanRequest]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/members"], *, headers: Mapping[str, str] | None = None) -> Iterator[Member]: ...

    @overload
    def all(self, endpoint: Literal["GET /api/invitations"], *, query: GetInvitationsQuery | None = None, headers: Mapping[str, str] | None = None) -> Iterator[Invitation]: ...

    def all(self, endpoint: str, **given: Any) -> Iterator[Any]:
        """Every entry of a list, page by page."""
        return self._all(endpoint, **given)
