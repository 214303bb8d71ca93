import {
	AccountEntity,
	AccountLinkEntity,
	AccountTotalsEntity,
	ConnectedAppEntity,
	CredentialEntity,
	LoggedCallEntity,
	OauthRecordEntity,
	SessionEntity,
} from './accounts.ts';
import {AccountExportEntity, ExportPieceEntity, RetiredSlugEntity, TourExportEntity, TourExportPartEntity} from './exports.ts';
import {IdempotencyEntity, JobEntity, LeaseEntity, MarkEntity, QuotaEntity, UploadEntity} from './jobs.ts';
import {DerivedFileEntity, FileUseEntity, MediaUseEntity, RedactionEntity} from './media.ts';
import {SpeechEntity, VoiceEntity} from './narration.ts';
import {ElementsEntity, MediaEntity, PublicationEntity, TourEntity, TourNamePartEntity, TourVersionEntity} from './tours.ts';
import {
	AccountDayEntity,
	KeptSecretEntity,
	LeadEntity,
	LeadFormEntity,
	PathDayEntity,
	StepDayEntity,
	TourDayEntity,
	VisitEntity,
} from './visitors.ts';

/** The tables, one entity each. Migrations create them (`infra/migrations`); a test compares the two. */
export const ENTITIES = [
	AccountEntity,
	AccountTotalsEntity,
	CredentialEntity,
	SessionEntity,
	AccountLinkEntity,
	OauthRecordEntity,
	ConnectedAppEntity,
	LoggedCallEntity,
	TourEntity,
	MediaEntity,
	PublicationEntity,
	JobEntity,
	IdempotencyEntity,
	UploadEntity,
	QuotaEntity,
	SpeechEntity,
	VoiceEntity,
	LeadFormEntity,
	LeadEntity,
	KeptSecretEntity,
	TourDayEntity,
	AccountDayEntity,
	PathDayEntity,
	StepDayEntity,
	VisitEntity,
	MediaUseEntity,
	FileUseEntity,
	TourNamePartEntity,
	TourVersionEntity,
	ElementsEntity,
	MarkEntity,
	RedactionEntity,
	DerivedFileEntity,
	AccountExportEntity,
	ExportPieceEntity,
	RetiredSlugEntity,
	TourExportEntity,
	TourExportPartEntity,
	LeaseEntity,
];
